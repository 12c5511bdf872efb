// Browser tests of all e-mails: rendered as a mail program does, in phone and desktop width, light and dark.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Template } from '../../src/domain/notification/notice-templates.ts';
import { TEMPLATES } from '../../src/domain/notification/notice-templates.ts';
import { NOTICE_KINDS, type NoticeKind } from '../../src/domain/notification/notification-plan.ts';
import type { NotifiedBooking } from '../../src/domain/notification/notified-booking.ts';
import { noticeMail } from '../../src/domain/notification/render-notice.ts';
import { operatorLinkMail } from '../../src/features/console/sign-in/operator-link-mail.ts';
import { brandingMail } from '../../src/features/notifications/branding-mail.ts';
import { endpointMail } from '../../src/features/notifications/endpoint-mail.ts';
import { type MailContent, noticeMailContent } from '../../src/features/notifications/message-content.ts';
import { securityMail } from '../../src/features/notifications/security-mail.ts';
import { securityMailTexts } from '../../src/features/notifications/security-mail-texts.ts';
import { signInLinkMail } from '../../src/features/portal-members/sign-in-link-mail.ts';
import { LANGUAGES, type Language } from '../../src/lib/language.ts';
import { pageFaults } from '../support/browser-page.ts';
import { describeInBrowser } from '../support/chromium.ts';

const expiresAt = new Date('2027-03-11T15:00:00Z');
const nowMs = Date.UTC(2027, 2, 10, 15);
const MINUTE_MS = 60_000;
const longUrl = `https://hooks.shop.example/${'a-very-long-path-without-a-break'.repeat(5)}`;

const booking: NotifiedBooking = {
  id: 'b',
  hid: 'BCDF2345',
  state: 'dispatched',
  stops: [
    { id: 's0', name: '350 Fifth Avenue & <b>Broadway</b>', timeZone: 'America/New_York', planned: null },
    { id: 's1', name: '1 Main St', timeZone: 'America/New_York', planned: null },
  ],
  windowStartMs: nowMs + 60 * MINUTE_MS,
  windowEndMs: nowMs + 120 * MINUTE_MS,
  windowRef: 'origin',
  progress: { state: 'driving', position: 0, departedAtMs: nowMs },
  etaMs: nowMs + 8 * MINUTE_MS,
  doneStopIds: [],
  skippedStopIds: [],
};

/** Changes of the booking that select each template of a kind. */
const variants: Partial<Record<NoticeKind, readonly Partial<NotifiedBooking>[]>> = {
  booked: [{}, { windowStartMs: null, windowEndMs: null }],
  rescheduled: [{}, { windowStartMs: null, windowEndMs: null }],
  on_the_way: [{}, { etaMs: null }],
  arriving: [{}, { progress: { state: 'at', position: 0, departedAtMs: nowMs }, etaMs: null }],
  late: [{}, { etaMs: null }],
  cancelled: [{}, { windowStartMs: null, windowEndMs: null }],
  // The stop of the notice is the first one, or the last one.
  stop_done: [{}, { stops: booking.stops.slice(0, 1) }],
  not_delivered: [{}, { stops: booking.stops.slice(0, 1) }],
};

function noticeMails(language: Language): MailContent[] {
  return NOTICE_KINDS.flatMap((kind) =>
    (variants[kind] ?? [{}]).map((change) => {
      const recipient = {
        key: 'c',
        name: '<i>Ana</i>',
        phoneNumber: null,
        email: 'a@b.example',
        stopIds: null,
      };
      const claim = { windowStartMs: null, windowEndMs: null, departedAtMs: null };
      const mail = noticeMail(
        { kind, recipient, stopId: 's0', occasion: kind, claim },
        {
          language,
          sender: 'Northwest Furniture & Appliance Delivery',
          booking: { ...booking, ...change },
          link: `https://track.example/track/${'x'.repeat(44)}?lang=${language}`,
          nowMs,
        },
      );
      return noticeMailContent(mail, language, `https://track.example/unsubscribe/${'y'.repeat(80)}`, null);
    }),
  );
}

function operationalMails(language: Language): MailContent[] {
  const lastFailure = { outcome: 'tls', statusCode: null } as const;
  const endpointId = '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9e55';
  const production = { name: 'production', publicUrl: 'https://waybill.example' };
  const alert = {
    environment: 'sandbox',
    url: longUrl,
    failingSince: '2027-03-09T15:00:00Z',
    language,
    endpointId,
    lastFailure,
  };
  const changes = Object.keys(securityMailTexts.en.changes) as (keyof typeof securityMailTexts.en.changes)[];
  return [
    endpointMail({ ...alert, type: 'webhook_endpoint.failing', disabledReason: null }, production.publicUrl),
    ...['gone', 'failing'].map((disabledReason) =>
      endpointMail({ ...alert, type: 'webhook_endpoint.disabled', disabledReason }, production.publicUrl),
    ),
    ...changes.map((change) => {
      const subject = { name: 'Warehouse <script>', id: `wb_${'k'.repeat(40)}` };
      const at = '2027-03-09T15:00:00Z';
      return securityMail({ change, subject, at, by: 'client', address: null }, production, language);
    }),
    ...[null, 'The logo is hard to read on white.'].map((rejectionReason) =>
      brandingMail({ rejectionReason }, production, language),
    ),
  ];
}

function portalMails(language: Language): MailContent[] {
  const link = (organization: string) => ({
    organization,
    url: `https://waybill.example/portal#token=${organization.length}${'t'.repeat(60)}`,
    expiresAt,
  });
  const [one, other] = [link('Northwest Furniture & <b>Appliances</b>'), link('Contoso')];
  return [
    signInLinkMail([one], { language, isInvitation: true, isSandbox: false, lifetimeSeconds: 259_200 }),
    signInLinkMail([one], { language, isInvitation: false, isSandbox: true, lifetimeSeconds: 900 }),
    signInLinkMail([one, other], { language, isInvitation: false, isSandbox: false, lifetimeSeconds: 900 }),
  ];
}

const operatorMails = (['admin', null] as const).map((role) =>
  operatorLinkMail(
    { role, createdBy: 'Ola & Co', expiresAt },
    `https://waybill.example/console/join#token=${'t'.repeat(60)}`,
  ),
);

const everyMail = (): readonly MailContent[] => [
  ...LANGUAGES.flatMap((language) => [
    ...noticeMails(language),
    ...operationalMails(language),
    ...portalMails(language),
  ]),
  ...operatorMails,
];

/** Right edges of the elements beyond the viewport, and elements whose content is cut off. */
const layoutFaults = `[...document.body.querySelectorAll('*')].filter((element) => {
  const { left, right } = element.getBoundingClientRect();
  return right > innerWidth + 0.5 || left < -0.5 || element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
}).map((element) => element.outerHTML.slice(0, 120))`;

async function expectSameFacts(page: Page, { subject, text }: MailContent): Promise<void> {
  const shown = (await page.evaluate(
    `[...document.querySelectorAll('p:not(.s):not(:has(a)), th, td.l')].map((element) => element.textContent.trim())`,
  )) as string[];
  for (const piece of shown) expect(text).toContain(piece);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(subject);
  const links = (await page.evaluate(
    `[...document.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])`,
  )) as [string, string][];
  for (const [label, url] of links) expect(text).toContain(`${label}:\n${url}`);
  const urls = text.match(/https:\/\/\S+/g) ?? [];
  expect(new Set([...links.map(([, url]) => url), ...shown.filter((piece) => piece === longUrl)])).toEqual(
    new Set(urls),
  );
}

describeInBrowser('Every e-mail', (browser) => {
  test('fits phone and desktop, is accessible in light and dark, and says the same as its plain-text twin', async () => {
    const context = await browser().newContext();
    const page = await context.newPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const mails = everyMail();
    // All templates occur, in both languages.
    expect(mails.length).toBe(2 * ((TEMPLATES satisfies readonly Template[]).length + 3 + 10 + 2 + 3) + 2);
    expect(new Set(mails.map(({ html }) => html)).size).toBe(mails.length);
    // All mails have the same parts: axe judges one of each kind.
    const judged = new Set(
      [noticeMails('en')[0], operationalMails('es')[0], operatorMails[0]].map((mail) => mail?.html),
    );
    for (const mail of mails) {
      await page.setContent(mail.html);
      for (const width of [390, 640]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await page.evaluate(layoutFaults), `${mail.subject}, ${width} px`).toEqual([]);
        if (!judged.has(mail.html)) continue;
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          expect(await pageFaults(page), `${mail.subject}, ${width} px, ${colorScheme}`).toEqual([]);
        }
      }
      await expectSameFacts(page, mail);
      expect(await page.locator('b, i, script').count()).toBe(0);
      // Short enough to store, and far below the size at which mail programs cut.
      expect(Buffer.byteLength(mail.html)).toBeLessThan(6_000);
    }
    // Nothing is loaded: no tracking pixel, no font, no picture.
    expect(requests).toEqual([]);
    await context.close();
  });
});
