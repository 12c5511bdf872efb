import { describe, expect, it } from 'vitest';
import { smsSegments } from '../../../test/support/sms-segments.ts';
import { LANGUAGES, type Language } from '../../lib/language.ts';
import { STOP_FAILURE_REASONS } from '../booking/stop-failure-reasons.ts';
import { NEXT_STEPS, NOT_DELIVERED_TEXTS } from './not-delivered-texts.ts';
import { COMMON_TEXTS, NOTICE_TEXTS, TEMPLATES } from './notice-templates.ts';
import { NOTICE_KINDS, type Notice, type NoticeKind } from './notification-plan.ts';
import type { NotifiedBooking } from './notified-booking.ts';
import { type NoticeContext, noticeMail, noticeSms } from './render-notice.ts';

/** 9 AM in New York, on the day after the clocks went forward. */
const NOW = Date.UTC(2026, 2, 9, 13);
const MINUTE = 60_000;
const link = `https://track.example.com/track/${'x'.repeat(44)}?lang=es`;

const booking: NotifiedBooking = {
  id: 'b1',
  hid: 'BCDF2345',
  state: 'dispatched',
  stops: [
    { id: 's0', name: '350 5th Ave', town: 'New York', timeZone: 'America/New_York', planned: null },
    {
      id: 's1',
      name: '1 Main St',
      timeZone: 'America/Chicago',
      planned: { fromMs: NOW + 90 * MINUTE, toMs: NOW + 180 * MINUTE },
    },
  ],
  windowStartMs: NOW + 60 * MINUTE,
  windowEndMs: NOW + 120 * MINUTE,
  windowRef: 'origin',
  progress: { state: 'driving', position: 0, departedAtMs: NOW },
  etaMs: NOW + 8 * MINUTE,
  doneStopIds: [],
  skippedStopIds: [],
};
const notice = (kind: NoticeKind, name: string | null = 'Ana', stopId: string | null = 's0'): Notice => ({
  kind,
  recipient: { key: 'c1', name, phoneNumber: '+13125550100', email: 'ana@example.com', stopIds: null },
  stopId,
  occasion: kind,
  claim: { windowStartMs: null, windowEndMs: null, departedAtMs: null },
});
const context = (language: Language, change: Partial<NotifiedBooking> = {}): NoticeContext => ({
  language,
  sender: 'Acme Furniture',
  booking: { ...booking, ...change },
  link,
  nowMs: NOW,
});

/** Words that must not occur in Spanish texts. */
const english =
  /\b(the|your|you|is|are|was|will|with|crew|booking|follow|here|pickup|delivery|hello|reply|opt|out|stop these|email|emails|min from|about|arriv\w+|late|done|sorry|thank|way|complete|cancelled|to|at|AM|PM|Mon|Tue|Mar)\b/i;

describe('a rendered notice', () => {
  it('has sender, code and window, in the time zone of the stop', () => {
    expect(noticeSms(notice('booked'), context('en'))).toBe(
      `Acme Furniture: booking BCDF2345 is confirmed. Pickup: Mon, Mar 9, 10-11 AM EDT. Track it: ${link} Reply STOP to opt out.`,
    );
    expect(noticeSms(notice('booked'), context('es'))).toBe(
      `Acme Furniture: reserva BCDF2345 confirmada. Recogida: 9 de marzo, 10-11 a.m. EDT. Seguimiento: ${link} Responda STOP para no recibir mensajes.`,
    );
    const noon = { windowStartMs: NOW + 180 * MINUTE, windowEndMs: NOW + 240 * MINUTE };
    expect(noticeSms(notice('booked'), context('es', noon))).toContain('12-1 p.m. EDT');
    const chicago = { windowRef: 'destination' } as const;
    expect(noticeSms(notice('booked', null, null), context('en', chicago))).toContain(
      'Delivery: Mon, Mar 9, 9-10 AM CDT',
    );
  });

  it('tells a recipient of another stop when the crew is expected there', () => {
    const forStop = (stopId: string, language: Language) => {
      const { recipient, ...booked } = notice('booked', null, null);
      return noticeSms({ ...booked, recipient: { ...recipient, stopIds: [stopId] } }, context(language));
    };
    expect(forStop('s1', 'en')).toContain('Delivery: Mon, Mar 9, 9:30-11 AM CDT (estimated). Track');
    expect(forStop('s1', 'es')).toContain('Entrega: 9 de marzo, 9:30-11 a.m. CDT (previsto). ');
    expect(forStop('s0', 'en')).toContain('Pickup: Mon, Mar 9, 10-11 AM EDT. Track');
  });

  it('has the ETA while the crew is driving to the stop, unless it is in the past', () => {
    expect(noticeSms(notice('on_the_way'), context('en'))).toContain('expected around 9:08 AM');
    expect(noticeSms(notice('on_the_way'), context('en', { etaMs: NOW - 1 }))).not.toContain('expected');
    expect(noticeSms(notice('late', null, 's1'), context('en'))).not.toContain('expected');
    expect(noticeSms(notice('arriving'), context('en'))).toContain('in about 8 min');
    const at = { progress: { state: 'at', position: 0, departedAtMs: NOW }, etaMs: null } as const;
    expect(noticeSms(notice('arriving'), context('en', at))).toContain('has arrived at 350 5th Ave');
  });

  it('greets the recipient by name, and reduces names to one short line', () => {
    expect(noticeMail(notice('booked'), context('en')).greeting).toBe('Hello Ana,');
    expect(noticeMail(notice('booked', null), context('es')).greeting).toBe('Hola:');
    const odd = `Ana\r\nBcc: others@example.com ${'x'.repeat(100)}`;
    expect(noticeMail(notice('booked', odd), context('en')).greeting).toMatch(/^Hello Ana Bcc: .{1,40},$/);
  });

  it('removes invisible characters and links from names', () => {
    const sender = '\u202EBank\u200B: verify at https://evil.example/x';
    const text = noticeSms(notice('booked'), { ...context('en'), sender });
    expect(text).toMatch(/^Bank: verify at https evil example\/x: booking /);
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    const { greeting } = noticeMail(notice('booked', 'go to bit.ly/abc'), context('en'));
    expect(greeting).toBe('Hello go to bit ly/abc,');
    const ordinary = { ...context('en'), sender: 'St. Mary & U.S. Movers Inc.' };
    expect(noticeSms(notice('booked'), ordinary)).toMatch(/^St\. Mary & U\.S\. Movers Inc\.: /);
  });

  it('lists in an e-mail the facts that its text mentions', () => {
    const facts = (kind: NoticeKind, language: Language = 'en') =>
      noticeMail(notice(kind), context(language)).facts.map(({ label, value }) => `${label}: ${value}`);
    const planned = ['Booking: BCDF2345', 'Pickup: Mon, Mar 9, 10–11 AM EDT'];
    expect(facts('booked')).toEqual([...planned, 'Address: 350 5th Ave, New York']);
    expect(facts('rescheduled', 'es')).toContain('Dirección: 350 5th Ave, New York');
    expect(facts('on_the_way', 'es')).toEqual([
      'Reserva: BCDF2345',
      'Dirección: 350 5th Ave',
      'Hora prevista: 9:08 a.m.',
    ]);
    expect(facts('cancelled')).toEqual(['Booking: BCDF2345', 'Pickup: Mon, Mar 9, 10–11 AM EDT']);
  });

  it('writes the window with an en dash in an e-mail, and with a hyphen in an SMS', () => {
    expect(noticeMail(notice('booked'), context('en')).text).toContain('Mon, Mar 9, 10–11 AM EDT');
    expect(noticeSms(notice('booked'), context('en'))).toContain('Mon, Mar 9, 10-11 AM EDT');
  });

  it('has in the confirmation the address of the stop that the time belongs to', () => {
    const facts = (stopIds: readonly string[] | null, change: Partial<NotifiedBooking> = {}) => {
      const { recipient, ...booked } = notice('booked', null, null);
      return noticeMail(
        { ...booked, recipient: { ...recipient, stopIds } },
        context('en', change),
      ).facts.slice(1);
    };
    const onDemand = { windowStartMs: null, windowEndMs: null };
    expect(facts(['s1'])).toEqual([
      { label: 'Delivery', value: 'Mon, Mar 9, 9:30–11 AM CDT (estimated)' },
      { label: 'Address', value: '1 Main St' },
    ]);
    expect(facts(null, onDemand)).toEqual([{ label: 'Pickup', value: '350 5th Ave, New York' }]);
    expect(facts(['s1'], onDemand)).toEqual([{ label: 'Delivery', value: '1 Main St' }]);
    // The time of the pickup, but the contact of the drop-off.
    const [first] = booking.stops;
    const stops = [
      ...(first ? [first] : []),
      ...booking.stops.slice(1).map((stop) => ({ ...stop, planned: null })),
    ];
    expect(facts(['s1'], { stops }).map(({ label }) => label)).toEqual(['Pickup']);
  });

  it('calls only the destination delivered', () => {
    const done = (stopId: string) => noticeMail(notice('stop_done', null, stopId), context('en')).subject;
    expect(done('s0')).toBe('Your crew has finished at 350 5th Ave');
    expect(done('s1')).toBe('Your items were delivered to 1 Main St');
  });

  it('leads to the photos after the end, and says when a stop was completed', () => {
    const mail = (kind: NoticeKind) =>
      noticeMail(notice(kind, null, 's1'), context('en', { doneAtMs: { s1: NOW } }));
    expect(mail('stop_done')).toMatchObject({ follow: { label: 'See the photos', url: link } });
    expect(mail('stop_done').facts.at(-1)).toEqual({ label: 'Delivered', value: '8:00 AM' });
    expect(mail('not_delivered').follow?.label).toBe('See the details');
    expect(mail('on_the_way').follow?.label).toBe('Track your booking');
  });

  it('says which booking is delivered again', () => {
    const { facts } = noticeMail(notice('booked'), context('en', { redeliveryOf: 'XK08VX38' }));
    expect(facts.at(-1)).toEqual({ label: 'New delivery for', value: 'XK08VX38' });
  });

  it('says which booking was cancelled by its planned time', () => {
    const cancelled = (change: Partial<NotifiedBooking> = {}) =>
      noticeSms(notice('cancelled'), context('en', change));
    expect(cancelled()).toContain('booking BCDF2345, planned for Mon, Mar 9, 10-11 AM EDT, was cancelled.');
    expect(cancelled({ windowStartMs: null, windowEndMs: null })).toContain('BCDF2345 was cancelled.');
  });

  it('has no tracking link after cancellation', () => {
    expect(noticeMail(notice('cancelled'), context('en')).follow).toBeNull();
    expect(noticeSms(notice('cancelled'), context('en'))).not.toContain('http');
  });

  it.each(NOTICE_KINDS)('fits into two SMS segments in every language: %s', (kind) => {
    for (const language of LANGUAGES) {
      const long = { ...context(language), sender: 'Northwest Furniture & Appliance Delivery' };
      for (const change of [{}, { etaMs: null }, { windowStartMs: null, windowEndMs: null }]) {
        const text = noticeSms(notice(kind), { ...long, booking: { ...booking, ...change } });
        expect(smsSegments(text), text).toBeLessThanOrEqual(2);
        expect(text).not.toMatch(/[{}]|undefined|null/);
      }
    }
  });

  it.each(TEMPLATES)('has no English words in Spanish: %s', (template) => {
    const { sms, subject, mail } = NOTICE_TEXTS.es[template];
    for (const text of [sms, subject, mail]) {
      expect(text.replace(/\{\w+\}/g, '')).not.toMatch(english);
      expect(text.trim()).not.toBe('');
    }
    // Proves that the pattern detects English.
    expect(NOTICE_TEXTS.en[template].subject.replace(/\{\w+\}/g, '')).toMatch(english);
  });

  it('says why a stop was not completed and what happens next, within two SMS segments', () => {
    for (const language of LANGUAGES) {
      const long = { ...context(language), sender: 'Northwest Furniture & Appliance Delivery' };
      for (const reason of STOP_FAILURE_REASONS) {
        for (const next of NEXT_STEPS) {
          const again = { stopId: 's1', windowStartMs: NOW, windowEndMs: NOW + 60 * MINUTE, timeZone: 'UTC' };
          const text = noticeSms(
            { ...notice('not_delivered', null, 's1'), details: { reason, next } },
            { ...long, booking: { ...booking, redeliveries: [again] } },
          );
          expect(smsSegments(text), text).toBeLessThanOrEqual(2);
          expect(text).not.toMatch(/[{}]|undefined|null/);
        }
      }
    }
    const texts = Object.values(NOT_DELIVERED_TEXTS.es).flatMap((each) => Object.values<string>(each));
    for (const text of texts) expect(text.replace(/\{\w+\}/g, '')).not.toMatch(english);
  });

  it('has the time that an operator chose', () => {
    const late = { ...notice('late', null, 's1'), details: { expectedMs: NOW + 90 * MINUTE } };
    expect(noticeSms(late, context('en'))).toContain('now expected around 9:30 AM');
    expect(noticeSms({ ...late, details: { expectedMs: null } }, context('en'))).not.toContain('expected');
  });

  it('has no English words in the common Spanish texts and times', () => {
    for (const text of Object.values(COMMON_TEXTS.es)) {
      // STOP is the keyword that carriers recognize.
      expect(text.replace(/\{\w+\}|STOP/g, '')).not.toMatch(english);
    }
    for (const kind of NOTICE_KINDS) {
      const { subject, text } = noticeMail(notice(kind), { ...context('es'), sender: 'X' });
      expect(`${subject} ${text}`.replaceAll('350 5th Ave', '')).not.toMatch(english);
    }
  });

  it('has the same placeholders in both languages', () => {
    const blanks = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();
    for (const template of TEMPLATES) {
      for (const part of ['sms', 'mail'] as const) {
        expect(blanks(NOTICE_TEXTS.es[template][part]), template).toEqual(
          blanks(NOTICE_TEXTS.en[template][part]),
        );
      }
    }
  });
});
