// Browser tests of the branding: submitted in the portal, rejected and approved in the console, shown on the tracking page
// and in e-mails.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Branding } from '../../src/domain/account/branding.ts';
import { brandPalette } from '../../src/features/branding/brand-palette.ts';
import { noticeMailContent } from '../../src/features/notifications/message-content.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { approveBranding, drawLogo } from '../support/branding.ts';
import { BrowserPage, pageFaults } from '../support/browser-page.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { ConsoleBrowserPage } from '../support/console-page.ts';
import { newOperator, OperatorClient } from '../support/operator-client.ts';
import { PortalBrowserPage } from '../support/portal-page.ts';
import { tracked } from '../support/tracked-booking.ts';

const phone = { viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true } as const;
const accentOf = ({ page }: BrowserPage) =>
  page.evaluate(`getComputedStyle(document.documentElement).getPropertyValue('--accent')`);

describeInBrowser('Branding', (browser) => {
  let app: TestApp;
  let partner: ApiClient;
  /** Id of the booking that `openTracking` created last. */
  let trackedId: string;

  beforeAll(async () => {
    app = await startTestApp();
    partner = await app.partner({ client: (await app.organization('Acme Furniture')).client });
  });
  afterAll(() => app.close());

  async function openTracking(of: ApiClient, query = ''): Promise<BrowserPage> {
    const from = new Date(Date.now() + 24 * 3_600_000).toISOString();
    const { body, text } = await of.post('/bookings', { ...tracked, arrival_window_from: from });
    expect(body.share_url, text).toBeDefined();
    trackedId = body.id;
    const window = await BrowserPage.open(browser(), app.baseUrl, { locale: 'en-US', ...phone });
    await window.page.goto(`${app.baseUrl}${new URL(body.share_url).pathname}${query}`);
    await window.page.getByRole('heading', { level: 1 }).waitFor();
    return window;
  }

  test('is previewed and submitted in the portal, rejected, corrected and approved in the console', async () => {
    const portal = await PortalBrowserPage.open(browser(), app.baseUrl, { colorScheme: 'light' });
    await portal.enter(partner);
    const { page } = portal;
    await page.getByRole('link', { name: 'Branding' }).click();
    await page.getByLabel('Accent color').fill('FFB703');
    await page.getByText('darkened, so that text is easy to read').waitFor();
    await page.getByText('#ffb703 as chosen').waitFor();
    const logo = { name: 'logo.png', mimeType: 'image/png', buffer: await drawLogo() };
    await page.getByLabel('Logo').setInputFiles({ ...logo, buffer: Buffer.from('no image') });
    await page.getByText('must be a complete PNG, JPEG or WebP image').waitFor();
    await portal.expected(/400 \(Bad Request\)/);
    await page.getByLabel('Logo').setInputFiles(logo);
    await page.getByRole('button', { name: 'Remove the logo' }).waitFor();
    await page.getByLabel('Sender name').fill('Acme Home');
    await page.getByLabel('Help phone').fill('(415) 555-0132');
    // The preview shows the draft.
    await expect.poll(() => page.getByText('Delivery from Acme Home').count()).toBe(2);
    expect(await page.getByText('+1 415-555-0132').count()).toBe(4);
    // Without masked numbers, tracking pages have no such button.
    expect(await page.getByText('Call the crew').count()).toBe(0);
    await portal.expectAccessibleAndFitting('branding form');
    await page.getByRole('button', { name: 'Submit for approval' }).click();
    await page.getByText('Waiting for approval').waitFor();

    const office = await ConsoleBrowserPage.open(browser(), app.baseUrl, { colorScheme: 'light' });
    await office.admit(await newOperator(app, 'admin'));
    await office.show('/organizations');
    await office.page.getByRole('list', { name: 'Brandings to approve' }).getByRole('link').click();
    await office.page.getByText('Delivery from Acme Home').first().waitFor();
    await office.expectAccessibleAndFitting('branding to approve');
    await office.page.getByRole('button', { name: 'Reject the branding' }).click();
    await office.page.getByLabel('Reason').fill('Use the name of your company.');
    await office.page.getByRole('dialog').getByRole('button', { name: 'Reject the branding' }).click();
    await office.page.getByText('Branding rejected.').waitFor();

    await page.reload();
    await page.getByText('Use the name of your company.').waitFor();
    await page.getByLabel('Sender name').fill('Acme');
    await page.getByRole('button', { name: 'Submit for approval' }).click();
    await page.getByText('Waiting for approval').waitFor();
    // The open console page follows.
    await office.page.getByRole('button', { name: 'Approve the branding' }).press('Enter');
    await office.page
      .getByRole('dialog')
      .getByRole('button', { name: 'Approve the branding' })
      .press('Enter');
    await office.page.getByRole('heading', { name: 'Live branding' }).waitFor();

    // The open portal follows, with its header.
    await page.getByText('Your branding is live').waitFor();
    // Nothing was edited, so there is nothing to warn about.
    expect(await page.getByText('changed since you opened the form').count()).toBe(0);
    await expect.poll(() => accentOf(portal)).toBe(brandPalette('#ffb703').light.accent);
    await expect.poll(() => page.evaluate(`document.querySelector('header img')?.naturalWidth`)).toBe(300);
    await portal.expectAccessibleAndFitting('portal with a branding');
    await portal.close();
    await office.close();
  });

  test('is on the tracking page from its first paint, in both languages and themes', async () => {
    const shop = await app.partner({ client: (await app.organization('Shop')).client });
    const plain = await openTracking(shop);
    const before = await accentOf(plain);
    await approveBranding(shop, await OperatorClient.enter(app, 'admin'));
    for (const language of ['en', 'es']) {
      const window = await openTracking(shop, `?lang=${language}`);
      const { page } = window;
      const html = await (await fetch(page.url())).text();
      expect(html).toContain('<link rel="stylesheet" href="/branding/1-ffb703.css"></head>');
      await page.getByText(language === 'en' ? 'Delivery from Acme Home' : 'Entrega de Acme Home').waitFor();
      await expect.poll(() => page.evaluate(`document.querySelector('header img')?.naturalWidth`)).toBe(300);
      expect(await page.getByRole('link', { name: '+1 415-555-0132' }).getAttribute('href')).toBe(
        'tel:+14155550132',
      );
      expect(await page.getByRole('link', { name: 'acme.example/help' }).count()).toBe(1);
      // A page that asks to contact the organization has a button for it.
      await shop.post(`/bookings/${trackedId}/cancel`);
      await page.evaluate(`dispatchEvent(new Event('online'))`);
      const contact = page.getByRole('link', { name: /^(Contact|Contactar a) Acme Home$/ });
      expect(await contact.getAttribute('href')).toBe('tel:+14155550132');
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
        expect(await accentOf(window)).toBe(brandPalette('#ffb703')[theme].accent);
        expect(await window.faults(), `${language}, ${theme}`).toEqual([]);
      }
      await window.close();
    }
    // An open page without a branding gets it with its next reload of the view.
    expect(await accentOf(plain)).toBe(before);
    await plain.page.evaluate(`dispatchEvent(new Event('online'))`);
    await expect.poll(() => accentOf(plain)).toBe(brandPalette('#ffb703').light.accent);
    await plain.close();
  });

  test('is in e-mails: legible, with an attached logo, loading nothing, with the same contact in the plain text', async () => {
    const branding: Branding = {
      logo: { digest: 'x'.repeat(43), width: 300, height: 80 },
      accent: '#ffff00',
      senderName: 'Acme Home',
      replyTo: 'service@acme.example',
      help: { email: 'help@acme.example', phone: '+14155550132', url: 'https://acme.example/help' },
    };
    const notice = {
      sender: 'Acme Home',
      subject: 'Your crew is on the way',
      greeting: 'Hello Ana,',
      text: 'The crew is on the way.',
      facts: [],
      follow: { label: 'Track your booking', url: 'https://track.example/x' },
      why: 'You receive this e-mail because Acme Home named you as a contact.',
      help: 'Questions? Contact Acme Home:',
      optOut: 'Unsubscribe',
    };
    const companyName = 'Waybill';
    const mail = noticeMailContent(notice, 'en', 'https://track.example/u', { branding, companyName });
    expect(mail).toMatchObject({ fromName: 'Acme Home via Waybill', replyTo: 'service@acme.example' });
    const context = await browser().newContext({ viewport: { width: 390, height: 800 } });
    const page = await context.newPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.setContent(mail.html);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await pageFaults(page), colorScheme).toEqual([]);
    }
    for (const { label, url } of [
      { label: 'help@acme.example', url: 'mailto:help@acme.example' },
      { label: '+1 415-555-0132', url: 'tel:+14155550132' },
      { label: 'https://acme.example/help', url: 'https://acme.example/help' },
    ]) {
      expect(await page.getByRole('link', { name: label }).getAttribute('href')).toBe(url);
      expect(mail.text).toContain(`\n${label}`);
    }
    // The logo is part of the message, which this browser does not have.
    expect(requests.filter((url) => url !== 'cid:logo')).toEqual([]);
    expect(await page.locator('img').getAttribute('src')).toBe('cid:logo');
    await context.close();
  });
});
