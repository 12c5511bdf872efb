// Checks the browser that all other browser tests use.
import { expect, test } from 'vitest';
import { describeInBrowser } from '../support/chromium.ts';
import { launchChromium } from '../support/launch-chromium.ts';

describeInBrowser('the browser used in tests', (browser) => {
  test('renders a page and runs its script', async () => {
    const page = await browser().newPage();
    await page.setContent('<h1></h1><script>document.querySelector("h1").textContent = "Waybill";</script>');
    expect(await page.textContent('h1')).toBe('Waybill');
    await page.close();
  });

  test('starts a second instance with its own session', async () => {
    const second = await launchChromium();
    expect(second).not.toBe(browser());
    expect(second.version()).toBe(browser().version());
    await second.close();
  });
});
