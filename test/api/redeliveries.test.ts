// Delivering again: an operator books another delivery of a stop that failed or was skipped.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { queryAsOwner } from '../support/database.ts';
import { bookVan, finishStop, formCrew, go } from '../support/operator-actions.ts';
import { expectRefusal, OperatorClient } from '../support/operator-client.ts';
import { untilFollowersCaughtUp } from '../support/wait-for-followers.ts';

interface Undelivered {
  readonly id: string;
  readonly hid: string;
  readonly stopId: string;
  readonly path: string;
}

let test: TestApp;
let partner: ApiClient;
let operator: OperatorClient;
beforeAll(async () => {
  test = await startTestApp();
  test.app.worker.start();
  partner = await test.partner();
  operator = await OperatorClient.enter(test);
});
afterAll(() => test.close());

const ana = { name: 'Ana', phone_number: '+13125550142', email: 'ana@example.com', stop_positions: [1] };
const bo = { name: 'Bo', phone_number: '+13125550143', stop_positions: [0] };

/** A booking whose crew cannot complete the destination. */
async function failAtDestination(more: object = {}): Promise<Undelivered> {
  const booking = await bookVan(partner, {
    contacts: [ana, bo],
    order_number: 'SO-1',
    description: 'Two boxes',
    metadata: { shelf: 'A' },
    ...more,
  });
  const { id: crew_id } = await formCrew(operator, `Crew of ${booking.hid}`);
  await operator.post(`/bookings/${booking.id}/assign`, { crew_id });
  for (const move of ['depart', 'arrive']) await go(operator, booking, 0, move);
  await finishStop(operator, booking, 0);
  for (const move of ['depart', 'arrive']) await go(operator, booking, 1, move);
  await go(operator, booking, 1, 'cannot-complete', { reason: 'Contact not there' });
  const stopId = booking.route[1]?.id ?? '';
  const path = `/bookings/${booking.id}/stops/${stopId}/redelivery`;
  return { id: booking.id, hid: booking.hid, stopId, path };
}

async function quoteFor({ path }: Undelivered, body?: object) {
  const { status, body: answer, text } = await operator.post(`${path}/quote`, body);
  expect(status, text).toBe(201);
  const free = answer.schedule.data.filter(
    (window: { available: boolean; start_at: string | null }) => window.available && window.start_at !== null,
  );
  return {
    quote: answer.quote,
    window: free.at(-1),
    request: { quote_id: answer.quote.id, arrival_window_id: free.at(-1).id },
  };
}

describe('delivering a stop again', () => {
  it('books the same goods for the same contacts at the quoted price, skips the stop and links both bookings', async () => {
    const failed = await failAtDestination();
    const { quote, window, request } = await quoteFor(failed);
    const { status, body: again, text } = await operator.post(failed.path, request);
    expect(status, text).toBe(201);
    expect(again).toMatchObject({
      product: 'van',
      state: 'created',
      order_number: 'SO-1',
      description: 'Two boxes',
      metadata: { shelf: 'A' },
      arrival_window: { id: window.id },
      arrival_window_ref: 'destination',
      quote: { id: quote.id, fare_estimate: quote.fare_estimate },
    });
    expect(again.contacts).toMatchObject([
      { name: 'Ana', stop_positions: [1] },
      { name: 'Bo', stop_positions: [0] },
    ]);
    const old = (await operator.get(`/bookings/${failed.id}`)).body;
    expect(old.redeliveries).toMatchObject([{ id: again.id, hid: again.hid, stop_id: failed.stopId }]);
    expect(old.booking.dispatch.events.at(-1)).toMatchObject({
      outcome: 'skipped',
      reason: 'Contact not there',
    });
    const actions = old.timeline.map(({ action }: { action?: string }) => action);
    expect(actions).toEqual(expect.arrayContaining(['booking.stop.skipped', 'booking.delivered_again']));
    const page = (await operator.get(`/bookings/${again.id}`)).body;
    expect(page.redelivery_of).toEqual({ id: failed.id, hid: failed.hid, stop_id: failed.stopId });
    expect(page.timeline).toContainEqual(
      expect.objectContaining({
        action: 'booking.created',
        by: expect.objectContaining({ kind: 'operator' }),
      }),
    );
    expect((await partner.get(`/bookings/${again.id}`)).status).toBe(200);
    await untilFollowersCaughtUp(test.connection);
    const events = await partner.get(`/events?limit=100`);
    const created = events.body.data.filter(
      ({ type, data }: { type: string; data: { booking?: { id: string } } }) =>
        type === 'booking.created' && data.booking?.id === again.id,
    );
    expect(created).toHaveLength(1);
    const message = await queryAsOwner<{ text: string }>(
      test.connection,
      `select content ->> 'text' as text from message where booking_id = $1 and kind = 'not_delivered' and channel = 'sms'`,
      [failed.id],
    );
    expect(message[0]?.text).toMatch(/: the contact was not there\. New delivery: .+\. Details/);
  });

  it('shows the new delivery with its link on the tracking page of the first booking', async () => {
    const failed = await failAtDestination();
    const { request } = await quoteFor(failed);
    const { body: again } = await operator.post(failed.path, request);
    const { body: old } = await partner.get(`/bookings/${failed.id}`);
    const view = await tracked(old.share_url);
    expect(view.redelivery).toMatchObject({
      url: new URL(again.share_url).pathname,
      expected: { from: again.arrival_window.start_at, to: again.arrival_window.end_at },
    });
    expect(view.focus).toBe(1);
    await operator.post(`/bookings/${again.id}/cancel`, { reason: 'Picked up by the customer' });
    expect((await tracked(old.share_url)).redelivery).toBeNull();
    // A cancelled one may be replaced.
    const { request: second } = await quoteFor(failed);
    expect((await operator.post(failed.path, second)).status).toBe(201);
  });

  it('happens once: with two operators at once, and after a lost response', async () => {
    const failed = await failAtDestination();
    const other = await OperatorClient.enter(test);
    const [mine, theirs] = [await quoteFor(failed), await quoteFor(failed)];
    const key = (name: string) => ({ headers: { 'idempotency-key': `${name}-${failed.id}` } });
    const requests = [
      () => operator.post(failed.path, mine.request, key('mine')),
      () => other.post(failed.path, theirs.request, key('theirs')),
    ] as const;
    const answers = await Promise.all(requests.map((request) => request()));
    const made = answers.findIndex(({ status }) => status === 201);
    const [won, lost] = made === 0 ? answers : answers.toReversed();
    expect([won?.status, lost?.status], JSON.stringify(answers)).toEqual([201, 409]);
    expect(lost?.body.message).toMatch(/^Booking \w+ already delivers this stop again\.$/);
    // The operator who was first repeats the request, because the response was lost.
    const repeated = await requests[made === 0 ? 0 : 1]();
    expect([repeated.status, repeated.body.id]).toEqual([201, won?.body.id]);
    const rows = await queryAsOwner(test.connection, 'select from redelivery where booking_id = $1', [
      failed.id,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('leaves the stop undecided if the window or the quote is refused', async () => {
    const failed = await failAtDestination();
    const { request } = await quoteFor(failed);
    const past = { quote_id: request.quote_id, arrival_window_from: '2020-01-01T10:00:00Z' };
    expectRefusal(await operator.post(failed.path, past), 422, 'window_in_past', 'arrival_window_from');
    const { body: foreign } = await partner.post('/quotes', {
      stops: [{ location: '1 Main St, Brooklyn, NY 11201' }, { location: '350 5th Ave, New York, NY 10118' }],
      product: 'van',
    });
    const wrong = { ...request, quote_id: foreign.id };
    expectRefusal(await operator.post(failed.path, wrong), 400, 'invalid_parameter', 'quote_id');
    expect((await operator.get(`/bookings/${failed.id}`)).body).toMatchObject({
      trouble: 'Contact not there',
      redeliveries: [],
    });
  });

  it('starts where the goods are, without the contacts of the pickup', async () => {
    const failed = await failAtDestination();
    const skip = failed.path.replace(/redelivery$/, 'skip');
    expect((await operator.post(skip, { reason: 'Closed for the day' })).status).toBe(200);
    const { request } = await quoteFor(failed, { goods_at: '200 Central Park West, New York, NY 10024' });
    const { body: again, text } = await operator.post(failed.path, request);
    expect(again.origin?.name, text).toContain('200 Central Park West');
    expect(again.contacts).toMatchObject([{ name: 'Ana', stop_positions: [1] }]);
    expect(again.contacts).toHaveLength(1);
  });

  it('needs a dispatcher, an undelivered drop-off and a booking that exists', async () => {
    const booking = await bookVan(partner);
    const [first, last] = booking.route.map(({ id }: { id: string }) => id);
    const quote = (stopId: string | undefined, caller = operator) =>
      caller.post(`/bookings/${booking.id}/stops/${stopId}/redelivery/quote`);
    expectRefusal(await quote(last), 409, 'booking_not_editable');
    expectRefusal(await quote(first), 409, 'booking_not_editable');
    expectRefusal(await quote(booking.id), 404, 'not_found');
    expectRefusal(await quote(last, await OperatorClient.enter(test, 'viewer')), 403, 'insufficient_role');
    const failed = await failAtDestination();
    const { request } = await quoteFor(failed);
    const stranger = await test.partner({ client: (await test.organization()).client });
    const { body: theirs } = await stranger.post('/quotes', {
      stops: [{ location: '350 5th Ave, New York, NY 10118' }, { location: '1 Main St, Brooklyn, NY 11201' }],
      product: 'van',
    });
    const wrong = { ...request, quote_id: theirs.id };
    expectRefusal(await operator.post(failed.path, wrong), 422, 'quote_not_found', 'quote_id');
  });
});

async function tracked(shareUrl: string) {
  const token = new URL(shareUrl).pathname.split('/').at(-1);
  const response = await fetch(`${test.baseUrl}/track/api/${token}`);
  return (await response.json()) as { redelivery: unknown; focus: number };
}
