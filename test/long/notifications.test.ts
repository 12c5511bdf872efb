// Messages about bookings, sent to a real SMTP server and to a loopback Twilio server that follows the documented API.
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loseCrew } from '../../src/domain/booking/booking-crew.ts';
import { runDoctor } from '../../src/features/bookings/system/doctor/run-doctor.ts';
import { messageChecks } from '../../src/features/notifications/system/message-check-store.ts';
import { setLanguage } from '../../src/features/notifications/system/set-language.ts';
import { randomIds } from '../../src/lib/ids.ts';
import { approveBranding } from '../support/branding.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { MessagingEnvironment } from '../support/messaging-environment.ts';
import { bearerOf, requestToken } from '../support/oauth.ts';
import { OperatorClient } from '../support/operator-client.ts';
import { INVALID_NUMBER, STOPPED_NUMBER } from '../support/twilio-server.ts';
import { until } from '../support/until.ts';

/** 10:00 in New York. */
const clock = new TestClock(new Date('2027-03-10T15:00:00Z'));
let people: MessagingEnvironment;
beforeAll(async () => {
  people = await MessagingEnvironment.start(clock);
});
afterAll(() => people.close());

let count = 100;
const newNumber = () => `+1312555${String(++count).padStart(4, '0')}`;
const mailsTo = (address: string) => people.inbox.received.filter(({ to }) => to === address);

async function deliver(bookingId: string): Promise<void> {
  const { mover } = people;
  await mover.assign(bookingId);
  for (const step of ['depart', 'arrive', 'complete', 'depart', 'arrive', 'complete'] as const) {
    clock.advance({ minutes: 7 });
    await mover[step](bookingId);
    await people.settled(bookingId);
  }
}

describe('messages about a booking', () => {
  it('have the approved logo of the organization attached, and its sender and reply address', async () => {
    const partner = await people.test.partner();
    const admin = await OperatorClient.enter(people.test, 'admin');
    await approveBranding(partner, admin);
    const booking = await people.book(
      { contacts: [{ phone_number: newNumber(), email: 'logo@example.com' }] },
      partner,
    );
    await people.settled(booking.id);
    const [mail] = mailsTo('logo@example.com');
    expect(mail?.headers['from']).toMatch(/^"?Acme Home via /);
    expect(mail?.headers['reply-to']).toBe('service@acme.example');
    const [, png = ''] =
      /Content-Id: <logo>[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/i.exec(mail?.raw ?? '') ?? [];
    const { width, height, format } = await sharp(Buffer.from(png, 'base64')).metadata();
    expect({ format, ratio: (width ?? 0) / (height ?? 1) }).toEqual({ format: 'png', ratio: 300 / 80 });
    expect(mail?.raw).toContain('cid:logo');
    expect(mail?.text).toContain('+1 415-555-0132');
  });

  it('are sent once by SMS and e-mail, to each contact about its own stops only', async () => {
    const [all, dropoff] = [newNumber(), newNumber()];
    const booking = await people.book({
      contacts: [
        { phone_number: all, name: 'Ana', email: 'ana@example.com' },
        { phone_number: dropoff, stop_positions: [1] },
      ],
    });
    await people.settled(booking.id);
    await deliver(booking.id);
    const receivedBy = (number: string) =>
      people.twilio.smsTextsTo(number).map((text) => text.replace(/^Acme Furniture: | https?:\S+.*$/g, ''));
    expect(receivedBy(all)).toEqual([
      `booking ${booking.hid} is confirmed. Pickup: Thu, Mar 11, 10-11 AM EST. Track it:`,
      'your crew is on the way to 350 5th Ave. Track it:',
      'your crew has arrived at 350 5th Ave. Track it:',
      'your crew has finished at 350 5th Ave. Details:',
      'your crew is on the way to 1 Main St. Track it:',
      'your crew has arrived at 1 Main St. Track it:',
      `booking ${booking.hid} is complete. Thank you! Details:`,
    ]);
    expect(receivedBy(dropoff)).toEqual([
      `booking ${booking.hid} is confirmed. Delivery: Thu, Mar 11, 10:25-11:45 AM EST (estimated). Track it:`,
      'your crew is on the way to 1 Main St. Track it:',
      'your crew has arrived at 1 Main St. Track it:',
      'your items were delivered to 1 Main St. Details:',
    ]);
    expect(mailsTo('ana@example.com').map(({ headers }) => headers['subject'])).toEqual([
      `Booking ${booking.hid} is confirmed`,
      'Your crew is on the way',
      'Your crew has finished at 350 5th Ave',
      'Your crew is on the way',
      `Booking ${booking.hid} is complete`,
    ]);
    expect(mailsTo('ana@example.com')[0]?.text).toContain('Hello Ana,');
  });

  it('are not sent if the partner disables them', async () => {
    const contacts = [{ phone_number: newNumber() }];
    const { id } = await people.book({ contacts, customer_notifications_enabled: false });
    await people.partner.post(`/bookings/${id}/cancel`);
    expect(await people.messagesOf(id)).toEqual([]);
  });

  it('go to the customer by e-mail without a phone number, and are not sent if contacts is empty', async () => {
    const customer = { name: 'Bo', email: 'bo@example.com' };
    const { id } = await people.book({ customer });
    const silent = await people.book({ customer, contacts: [] });
    // Waits until the message is sent: an earlier cancellation would drop it as outdated.
    await people.messagesOf(id);
    await people.partner.post(`/bookings/${id}/cancel`);
    expect(await people.messagesOf(id)).toEqual(['booked email sent', 'cancelled email sent']);
    expect(await people.messagesOf(silent.id)).toEqual([]);
    expect(mailsTo('bo@example.com')).toHaveLength(2);
  });

  it('go to the user who booked for a personal account', async () => {
    const { test, accountId } = people;
    const client = await test.client(accountId, { grants: ['password'], scopes: ['user'] });
    await test.user('jo@example.com', 'opened sesame');
    const fields = { grant_type: 'password', client_id: client.clientId };
    const token = await requestToken(test, {
      ...fields,
      username: 'jo@example.com',
      password: 'opened sesame',
    });
    const from = new Date(clock.now().getTime() + 86_400_000).toISOString();
    const stops = [
      { location: '350 5th Ave, New York, NY 10118' },
      { location: '1 Main St, Brooklyn, NY 11201' },
    ];
    const { body } = await bearerOf(test, token).post('/bookings', {
      stops,
      product: 'van',
      arrival_window_from: from,
    });
    expect(await people.messagesOf(body.id)).toEqual(['booked email sent']);
    expect(mailsTo('jo@example.com')[0]?.text).toContain('with Waybill is confirmed');
  });

  it('are sent when the window moves and to new contacts, and never twice', async () => {
    const [first, second] = [newNumber(), newNumber()];
    const { id } = await people.book({ contacts: [{ phone_number: first }] });
    await people.settled(id);
    await people.partner.patch(`/bookings/${id}`, {
      contacts: [{ phone_number: first }, { phone_number: second }],
    });
    await people.settled(id);
    const from = new Date(clock.now().getTime() + 2 * 86_400_000).toISOString();
    await people.partner.patch(`/bookings/${id}`, { arrival_window_from: from });
    await people.settled(id);
    for (const number of [first, second]) {
      expect(people.twilio.smsTextsTo(number).map((text) => /is confirmed|new time/.exec(text)?.[0])).toEqual(
        ['is confirmed', 'new time'],
      );
    }
  });

  it('use the language of the organization or of the booking', async () => {
    const context = { system: people.test.system, clock, ids: randomIds };
    const origin = { kind: 'command', id: 'test', requestId: 'test' } as const;
    const [spanish, english] = [newNumber(), newNumber()];
    await setLanguage(context, people.accountId, 'es', origin);
    try {
      const one = await people.book({ contacts: [{ phone_number: spanish, email: 'luz@example.com' }] });
      const other = await people.book({
        contacts: [{ phone_number: english }],
        metadata: { notification_language: 'en' },
      });
      await Promise.all([people.settled(one.id), people.settled(other.id)]);
    } finally {
      await setLanguage(context, people.accountId, 'en', origin);
    }
    expect(people.twilio.smsTextsTo(spanish)[0]).toMatch(/reserva \w+ confirmada. Recogida: 11 de marzo/);
    const [mail] = mailsTo('luz@example.com');
    expect(mail?.text).toContain('Seguir su reserva:');
    const link = new URL(/<(.+)>/.exec(mail?.headers['list-unsubscribe'] ?? '')?.[1] ?? '');
    const page = await (await fetch(people.test.baseUrl + link.pathname)).text();
    expect(page).toContain('<html lang="es">');
    expect(page).toContain('Cancelar suscripción');
    expect(page).not.toMatch(/\b(the|these|emails|deliveries|stop)\b/i);
    expect(people.twilio.smsTextsTo(english)[0]).toContain('is confirmed');
  });
});

describe('an outdated message', () => {
  it('is dropped if the crew on its way was lost before the retry', async () => {
    const number = newNumber();
    const { id } = await people.book({ contacts: [{ phone_number: number }] });
    await people.settled(id);
    await people.mover.assign(id);
    // The first attempt fails, and the booking changes before the retry.
    people.twilio.respondOnce(503);
    await people.mover.depart(id);
    await until(
      () => people.rowsOf(id),
      (rows) => rows.some(({ kind, attempts }) => kind === 'on_the_way' && attempts === 1),
    );
    await people.mover.move(id, (booking, now) => loseCrew(booking, { reason: 'broke down' }, now));
    clock.advance({ minutes: 1 });
    expect(await people.messagesOf(id)).toEqual(['booked sms sent', 'on_the_way sms dropped no_longer_true']);
    expect(people.twilio.smsTextsTo(number)).toHaveLength(1);
  });

  it('is dropped at the end of quiet hours, during which messages about a crew on its way are still sent', async () => {
    const day = clock.now();
    const [kept, gone] = [newNumber(), newNumber()];
    // 23:00 in New York.
    clock.set(new Date('2027-03-12T04:00:00Z'));
    const window = { arrival_window_from: '2027-03-14T15:00:00Z' };
    const staying = await people.book({ ...window, contacts: [{ phone_number: kept }] });
    const leaving = await people.book({
      ...window,
      contacts: [{ phone_number: gone, email: 'gone@example.com' }],
    });
    await until(
      () => people.rowsOf(leaving.id),
      (rows) => rows.some(({ channel, status }) => channel === 'email' && status === 'sent'),
    );
    await people.partner.post(`/bookings/${leaving.id}/cancel`);
    const tonight = await people.book({ ...window, contacts: [{ phone_number: newNumber() }] });
    await people.mover.assign(tonight.id);
    await people.mover.depart(tonight.id);
    await until(
      () => people.rowsOf(tonight.id),
      (rows) => rows.some(({ kind, status }) => kind === 'on_the_way' && status === 'sent'),
    );
    expect([...people.twilio.smsTextsTo(kept), ...people.twilio.smsTextsTo(gone)]).toEqual([]);
    // 08:00 in New York, the end of quiet hours.
    clock.set(new Date('2027-03-12T13:00:00Z'));
    expect(await people.messagesOf(staying.id)).toEqual(['booked sms sent']);
    expect(await people.messagesOf(leaving.id)).toEqual([
      'booked sms dropped no_longer_true',
      'booked email sent',
      'cancelled sms sent',
      'cancelled email sent',
    ]);
    expect(people.twilio.smsTextsTo(gone)).toEqual([expect.stringContaining('was cancelled')]);
    expect(clock.now().getTime()).toBeGreaterThan(day.getTime());
  });
});

describe('a crew that is late', () => {
  it('is announced once, when the window ends without an arrival', async () => {
    const number = newNumber();
    const { id } = await people.book({ contacts: [{ phone_number: number }] });
    await people.settled(id);
    clock.advance({ hours: 25, minutes: 6 });
    const late = await until(
      () => people.rowsOf(id),
      (rows) => rows.some(({ kind, status }) => kind === 'late' && status === 'sent'),
    );
    expect(late.filter(({ kind }) => kind === 'late')).toHaveLength(1);
    expect(people.twilio.smsTextsTo(number).at(-1)).toContain('your crew is running late');
    const jobs = await queryAsOwner(
      people.test.connection,
      "select from due_job where kind = 'booking.watch_lateness' and key like $1",
      [`${id}:%`],
    );
    expect(jobs).toEqual([]);
  });
});

describe('an opt-out', () => {
  it('stops SMS after the reply STOP, until the reply START', async () => {
    const number = newNumber();
    const book = async () => {
      const { id } = await people.book({ contacts: [{ phone_number: number }] });
      return people.messagesOf(id);
    };
    expect(await book()).toEqual(['booked sms sent']);
    expect((await people.reply(number, 'Stop')).status).toBe(200);
    expect(await book()).toEqual(['booked sms dropped opted_out']);
    const answer = await people.reply(number, 'START');
    expect(await answer.text()).toBe('<?xml version="1.0" encoding="UTF-8"?><Response/>');
    expect(await book()).toEqual(['booked sms sent']);
  });

  it('is refused without a valid signature of Twilio', async () => {
    const number = newNumber();
    expect((await people.reply(number, 'STOP', 'another token')).status).toBe(403);
    const { id } = await people.book({ contacts: [{ phone_number: number }] });
    expect(await people.messagesOf(id)).toEqual(['booked sms sent']);
  });

  it('is stored when the provider reports it', async () => {
    const { id } = await people.book({ contacts: [{ phone_number: STOPPED_NUMBER }] });
    expect(await people.messagesOf(id)).toEqual(['booked sms dropped opted_out']);
    const rows = await queryAsOwner(
      people.test.connection,
      'select source from message_opt_out where address = $1',
      [STOPPED_NUMBER],
    );
    expect(rows).toEqual([{ source: 'provider' }]);
  });

  it('stops e-mail after the one-click request, and not after a visit to the link', async () => {
    const contacts = [{ phone_number: newNumber(), email: 'Kim@example.com' }];
    const emails = async () => (await people.messagesOf((await people.book({ contacts })).id))[1];
    expect(await emails()).toBe('booked email sent');
    const link = /<(.+)>/.exec(mailsTo('Kim@example.com')[0]?.headers['list-unsubscribe'] ?? '')?.[1] ?? '';
    const here = people.test.baseUrl + new URL(link).pathname;
    const look = await fetch(here);
    expect(await look.text()).toContain('>Unsubscribe</button>');
    expect(look.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await emails()).toBe('booked email sent');
    const form = new FormData();
    form.set('List-Unsubscribe', 'One-Click');
    expect((await fetch(here, { method: 'POST', body: form })).status).toBe(200);
    expect(await emails()).toBe('booked email dropped opted_out');
    const page = await fetch(here, { method: 'POST', body: new URLSearchParams({ action: 'subscribe' }) });
    expect(await page.text()).toContain('Unsubscribe from delivery e-mails?');
    expect(await emails()).toBe('booked email sent');
    expect((await fetch(`${here.slice(0, -3)}xxx`)).status).toBe(404);
  });
});

describe('a message that cannot be sent', () => {
  const untilTried = (bookingId: string, attempts: number) =>
    until(
      () => people.rowsOf(bookingId),
      ([row]) => row?.attempts === attempts && row.reason !== null,
    );

  it('is not sent twice if the response of the provider is lost', async () => {
    const number = newNumber();
    people.twilio.dropNextResponse();
    const { id } = await people.book({ contacts: [{ phone_number: number }] });
    await untilTried(id, 1);
    clock.advance({ seconds: 31 });
    expect(await people.messagesOf(id)).toEqual(['booked sms sent']);
    expect(people.twilio.smsTextsTo(number)).toHaveLength(1);
  });

  it('fails with a reason: immediately for an invalid number, otherwise after the eighth attempt', async () => {
    const none = await people.book({ contacts: [{ phone_number: INVALID_NUMBER }] });
    expect(await people.messagesOf(none.id)).toEqual(['booked sms failed twilio_21211']);
    people.twilio.respondOnce(429);
    const { id } = await people.book({ contacts: [{ phone_number: newNumber() }] });
    await untilTried(id, 1);
    await queryAsOwner(people.test.connection, 'update message set attempts = 7 where booking_id = $1', [id]);
    people.twilio.respondOnce(429);
    clock.advance({ seconds: 31 });
    expect(await people.messagesOf(id)).toEqual(['booked sms failed Twilio responded with 429 20429']);
  });
});

describe('doctor: message checks', () => {
  const examine = async () => {
    const now = new Date(clock.now().getTime() + 3_600_000);
    const { checks } = await runDoctor(people.test.system, {
      publicUrl: 'http://127.0.0.1:3000',
      now,
      more: messageChecks(now),
    });
    return checks.filter(({ name }) => name.startsWith('messages:')).flatMap(({ broken }) => broken);
  };

  it('reports nothing after normal business, then a waiting message without a job and a missing message', async () => {
    expect(await examine()).toEqual([]);
    const { id, contacts } = await people.book({ contacts: [{ phone_number: newNumber() }] });
    const [row] = await people.settled(id);
    const query = (text: string) => queryAsOwner(people.test.connection, text, [row?.id]);
    await query("update message set status = 'waiting', finished_at = null where id = $1");
    expect(await examine()).toMatchObject([{ table: 'message', message: 'is waiting, but has no job' }]);
    await query('delete from message where id = $1');
    expect(await examine()).toMatchObject([
      { table: 'event', message: `contact ${contacts[0]?.id} has 0 messages about it (booked)` },
    ]);
  });
});
