// OWASP API6:2023 Unrestricted access to sensitive business flows: a program that grabs windows, or makes the service send
// messages. Races over two processes: faults/booking-races.test.ts. Limits of messages: long/message-abuse.test.ts.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiClient, expectProblem } from '../../support/api-client.ts';
import { startTestApp } from '../../support/app.ts';
import { TestClock } from '../../support/clock.ts';
import { queryAsOwner } from '../../support/database.ts';
import { MessagingEnvironment } from '../../support/messaging-environment.ts';

const clock = new TestClock(new Date('2027-03-10T15:30:00Z'));
let people: MessagingEnvironment;
let rival: ApiClient;
beforeAll(async () => {
  people = await MessagingEnvironment.start(clock);
  rival = await people.test.partner();
});
afterAll(() => people.close());

const stops = [
  { location: '350 5th Ave, New York, NY 10118' },
  { location: '1 Main St, Brooklyn, NY 11201' },
];
const book = (client: ApiClient, arrival_window_from: string, headers = {}) =>
  client.post('/bookings', { stops, product: 'lite', arrival_window_from }, { headers });
const bookingsOf = async (client: ApiClient): Promise<{ arrival_window: { from: string } }[]> =>
  (await client.get('/bookings?limit=100')).body.data;

it('gives two clients that grab one window no more than its capacity, and refuses the rest clearly', async () => {
  const [window, capacity, left] = ['2027-03-15T15:00:00Z', 1_000, 3];
  const seeded = "insert into capacity_bucket values ('united-states', 'America/New_York', 'lite', $1, $2)";
  await queryAsOwner(people.test.connection, seeded, [window, capacity - left]);
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, nth) => book(nth % 2 === 0 ? people.partner : rival, window)),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(left);
  for (const answer of answers.filter(({ status }) => status !== 201))
    expectProblem(answer, 409, { type: 'invalid_request_error', code: null, param: 'arrival_window_from' });
  const held = [...(await bookingsOf(people.partner)), ...(await bookingsOf(rival))];
  expect(held).toHaveLength(left);
});

it('books once for concurrent copies of a request with one key', async () => {
  const key = { 'idempotency-key': 'grab-the-window' };
  const copies = Array.from({ length: 4 }, () => book(rival, '2027-03-15T17:00:00Z', key));
  const answers = await Promise.all(copies);
  expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(201));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
});

it('stops a client that grabs window after window at its rate, and lets other clients book', async () => {
  const rate = 6;
  const variables = { RATE_LIMIT_REQUESTS: String(rate) };
  const limited = await startTestApp({ sharing: people.test, clock, variables });
  try {
    const [grabber, other] = [await limited.partner(), await limited.partner()];
    const hour = (nth: number) => new Date(Date.UTC(2027, 2, 16, 14 + nth)).toISOString();
    const answers = await Promise.all(Array.from({ length: 2 * rate }, (_, nth) => book(grabber, hour(nth))));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 201).length + refused.length).toBe(2 * rate);
    expect(refused).toHaveLength(rate);
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await book(other, hour(0))).status).toBe(201);
    expect(await bookingsOf(grabber.at(people.test.baseUrl))).toHaveLength(rate);
  } finally {
    await limited.close();
  }
});

it('sends no SMS to foreign numbers, and accepts the booking', async () => {
  const contacts = ['+37127123400', '+37127123401'].map((phone_number) => ({ phone_number }));
  const { id } = await people.book({ contacts });
  const rows = await people.settled(id);
  expect(rows.map(({ status, reason }) => [status, reason])).toEqual([
    ['not_sent', 'country_not_allowed'],
    ['not_sent', 'country_not_allowed'],
  ]);
  expect(people.twilio.sent).toEqual([]);
});
