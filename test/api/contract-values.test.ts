// Values of requests that the contract allows or leaves open: each is accepted and comes back as sent, or is refused
// with an error that names it (decision 0063).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, expectProblem, type TestResponse } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';

const manhattan = '350 5th Ave, New York, NY 10118';
const brooklyn = '1 Main St, Brooklyn, NY 11201';
const stops = [{ location: manhattan }, { location: brooklyn }];
const route = { origin: manhattan, destination: brooklyn };
const startTime = new Date('2027-03-10T15:30:00Z');
const soon = '2027-03-11T15:00:00Z';

describe('values of requests', () => {
  let test: TestApp;
  let partner: ApiClient;
  const clock = new TestClock(startTime);
  beforeAll(async () => {
    test = await startTestApp({ clock });
    partner = await test.partner();
  });
  afterAll(() => test.close());

  const order = (fields: object = {}) => ({ stops, product: 'van', arrival_window_from: soon, ...fields });
  const book = (fields: object = {}) => partner.post('/bookings', order(fields));

  async function booked(fields: object = {}): Promise<TestResponse['body']> {
    const { status, body, text } = await book(fields);
    expect(status, text).toBe(201);
    expect((await partner.get(`/bookings/${body.id}`)).body).toEqual(body);
    return body;
  }

  describe('a listed window', () => {
    /** Runs with the clock at another time. */
    async function at<T>(time: Date, run: () => Promise<T>): Promise<T> {
      clock.set(time);
      return run().finally(() => clock.set(startTime));
    }

    const listed = async () =>
      (await partner.post('/schedule', { product: 'van', ...route })).body.data.find(
        ({ ondemand }: { ondemand: boolean }) => !ondemand,
      );

    it('that has begun is refused like a lost window: 409, on an update 400, without a code', async () => {
      const window = await listed();
      const booking = await booked();
      await at(new Date(window.start_at), async () => {
        const refused = { type: 'invalid_request_error', code: null, param: 'arrival_window_id' };
        const choice = { arrival_window_id: window.id };
        expectProblem(await partner.post('/bookings', { stops, product: 'van', ...choice }), 409, refused);
        expectProblem(await partner.patch(`/bookings/${booking.id}`, choice), 400, refused);
        const custom = { arrival_window_from: window.start_at };
        const past = { code: 'window_in_past', param: 'arrival_window_from' };
        expectProblem(await book(custom), 422, past);
        expectProblem(await partner.patch(`/bookings/${booking.id}`, custom), 400, past);
      });
    });

    it('can be booked by its id until it begins, also when the lead time no longer lists it', async () => {
      const window = await listed();
      await at(new Date(Date.parse(window.start_at) - 1_000), async () => {
        expect((await listed()).id).not.toBe(window.id);
        const { arrival_window } = await booked({
          arrival_window_from: undefined,
          arrival_window_id: window.id,
        });
        expect(arrival_window.id).toBe(window.id);
      });
    });
  });

  it('a tip is accepted up to the largest value of its column', async () => {
    const largest = 2_147_483_647;
    expect((await booked({ tip: largest })).tip).toBe(largest);
    expectProblem(await book({ tip: largest + 1 }), 400, { code: 'invalid_parameter', param: 'tip' });
  });
});
