// OWASP API6:2023 Unrestricted access to sensitive business flows. Grabbing windows: concurrent copies of a request book
// once; the capacity holds under concurrency: faults/booking-races.test.ts. Messages: foreign numbers get none, and a booking has a limit; the limits
// per recipient and account: long/notifications.test.ts.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestClock } from '../../support/clock.ts';
import { MessagingEnvironment } from '../../support/messaging-environment.ts';

const clock = new TestClock(new Date('2027-03-10T15:30:00Z'));
let people: MessagingEnvironment;
beforeAll(async () => {
  people = await MessagingEnvironment.start(clock);
});
afterAll(() => people.close());

const order = {
  product: 'van',
  stops: [{ location: '350 5th Ave, New York, NY 10118' }, { location: '1 Main St, Brooklyn, NY 11201' }],
};

it('books a window once, whatever the number of concurrent copies of a request', async () => {
  const from = new Date(clock.now().getTime() + 2 * 86_400_000).toISOString();
  const key = { headers: { 'idempotency-key': 'grab-the-window' } };
  const answers = await Promise.all(
    Array.from({ length: 6 }, () =>
      people.partner.post('/bookings', { ...order, arrival_window_from: from }, key),
    ),
  );
  const booked = answers.filter(({ status }) => status === 201);
  expect(booked.length, answers[0]?.text).toBeGreaterThan(0);
  expect(new Set(booked.map(({ body }) => body.id)).size).toBe(1);
});

it('sends no SMS to foreign numbers, and accepts the booking', async () => {
  const contacts = ['+37127123400', '+37127123401'].map((phone_number) => ({ phone_number }));
  const { id } = await people.book({ contacts });
  const rows = await people.settled(id);
  expect(rows.map(({ status, reason }) => [status, reason])).toEqual([
    ['not_sent', 'country_not_allowed'],
    ['not_sent', 'country_not_allowed'],
  ]);
  for (const { phone_number } of contacts) expect(people.twilio.smsTextsTo(phone_number)).toEqual([]);
});
