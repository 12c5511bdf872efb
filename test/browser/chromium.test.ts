import { expect, test } from 'vitest';
import { describeInBrowser } from '../support/chromium.ts';

describeInBrowser('The browser used in tests', (browser) => {
  test('renders a page and runs its script', async () => {
    const page = await browser().newPage();
    await page.setContent('<h1></h1><script>document.querySelector("h1").textContent = "Waybill";</script>');
    expect(await page.textContent('h1')).toBe('Waybill');
    await page.close();
  });
});
