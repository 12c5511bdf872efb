import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '../../src/domain/webhook/event-types.ts';
import { type ApiClient, expectProblem } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { EventFollower } from '../support/event-follower.ts';
import { addEndpoint, emitEvents } from '../support/webhook-endpoints.ts';

const stops = [
  { location: '350 5th Ave, New York, NY 10118' },
  { location: '1 Main St, Brooklyn, NY 11201' },
];

describe('the event feed', () => {
  let test: TestApp;
  let account: string;
  let partner: ApiClient;
  let booking: string;
  let all: readonly { id: string; type: string; data: { booking: { id: string } } }[];
  const clock = new TestClock(new Date('2027-03-10T15:30:00Z'));
  beforeAll(async () => {
    test = await startTestApp({ clock, variables: { RATE_LIMIT_REQUESTS: '100000' } });
    test.app.worker.start();
    const { id, client } = await test.organization();
    account = id;
    partner = await test.partner({ client });
    const follower = new EventFollower(partner);
    expect((await follower.read()).body).toEqual({
      data: [],
      next: null,
      previous: null,
      cursor: expect.any(String),
    });
    booking = await book(partner);
    clock.advance({ seconds: 1 });
    await partner.patch(`/bookings/${booking}`, { description: 'A sofa' });
    clock.advance({ seconds: 1 });
    await partner.post(`/bookings/${booking}/stops`, { location: '200 Broadway, New York, NY 10038' });
    clock.advance({ seconds: 1 });
    const other = await book(partner);
    clock.advance({ seconds: 1 });
    await partner.post(`/bookings/${other}/cancel`);
    // Continues from the cursor of the empty feed.
    await follower.until(5);
    all = follower.seen as typeof all;
  });
  afterAll(() => test.close());

  async function book(by: ApiClient): Promise<string> {
    const made = await by.post('/bookings', {
      stops,
      product: 'van',
      arrival_window_from: '2027-03-11T15:00:00Z',
    });
    expect(made.status, made.text).toBe(201);
    return made.body.id;
  }
  const get = async (query: string) => (await partner.get(`/events${query}`)).body;
  const follow = async (address: string) =>
    (await partner.get(address.slice(address.indexOf('/events')))).body;
  const idsOf = (page: { data: readonly { id: string }[] }) => page.data.map(({ id }) => id);

  it('lists every event once, oldest first, with the booking at the time of the event', async () => {
    expect(all.map(({ type }) => type)).toEqual([
      'booking.created',
      'booking.updated',
      'booking.updated',
      'booking.created',
      'booking.cancelled',
    ]);
    expect(all[0]?.data.booking).toMatchObject({ id: booking, description: null });
    expect(all[1]?.data.booking).toMatchObject({ id: booking, description: 'A sofa' });
    expect(all[2]).toMatchObject({ sequence: 3, data: { changed: expect.arrayContaining(['route']) } });
  });

  it('returns each event byte for byte as stored, in the list and by id', async () => {
    const [stored] = await queryAsOwner<{ payload: string }>(
      test.connection,
      'select payload::text as payload from event where id = $1',
      [all[2]?.id],
    );
    const page = await partner.get('/events?limit=3');
    expect(page.text).toContain(stored?.payload);
    expect((await partner.get(`/events/${all[2]?.id}`)).text).toBe(stored?.payload);
  });

  it('can be paged forwards and backwards', async () => {
    const first = await get('?limit=2');
    expect(first.previous).toBeNull();
    const second = await follow(first.next);
    const third = await follow(second.next);
    expect(third.next).toBeNull();
    expect([first, second, third].flatMap(idsOf)).toEqual(all.map(({ id }) => id));
    const back = await follow(third.previous);
    expect(idsOf(back)).toEqual(idsOf(second));
    const start = await follow(back.previous);
    expect(idsOf(start)).toEqual(idsOf(first));
    expect(start.previous).toBeNull();
    expect(idsOf(await follow(start.next))).toEqual(idsOf(second));
    expect(new URL(first.next).searchParams.get('limit')).toBe('2');
  });

  it('returns a cursor to continue from on every page, including the last', async () => {
    const first = await get('?limit=2');
    expect(idsOf(await get(`?after=${first.cursor}`))).toEqual(all.slice(2).map(({ id }) => id));
    const end = (await get('')).cursor;
    const nothing = await get(`?after=${end}`);
    expect(nothing).toMatchObject({ data: [], next: null, cursor: end });
    const { id, client } = await test.organization('Follower');
    const other = await test.partner({ client });
    const follower = new EventFollower(other, 1);
    await follower.read();
    const fresh = await book(other);
    await follower.until(1);
    expect(follower.seen[0]?.data.booking?.id).toBe(fresh);
    await book(other);
    await follower.until(2);
    expect(id).toBeTruthy();
  });

  it('can be filtered by types and by booking', async () => {
    const created = await get('?type=booking.created');
    expect(idsOf(created)).toEqual([all[0]?.id, all[3]?.id]);
    const several = await get('?type=booking.created,booking.cancelled&limit=2');
    expect(idsOf(several)).toEqual([all[0]?.id, all[3]?.id]);
    expect(idsOf(await follow(several.next))).toEqual([all[4]?.id]);
    expect(idsOf(await get(`?booking_id=${booking}`))).toEqual(all.slice(0, 3).map(({ id }) => id));
    expect(await get(`?booking_id=${booking}&type=booking.cancelled`)).toMatchObject({
      data: [],
      next: null,
    });
    // The cursor also advances past events that the filter excludes.
    const rare = await get('?type=booking.fare_updated');
    expect(rare.data).toEqual([]);
    expect((await get(`?after=${rare.cursor}`)).data).toEqual([]);
  });

  it('names the invalid query parameter', async () => {
    const refused = async (query: string, param: string, code = 'invalid_parameter') => {
      const answer = await partner.get(`/events?${query}`);
      expectProblem(answer, 400, { type: 'validation_error', code, param });
      return answer.body.message as string;
    };
    const message = await refused('type=booking.created,booking.exploded', 'type');
    for (const type of EVENT_TYPES) expect(message).toContain(type);
    await refused('type=', 'type');
    await refused('booking_id=x', 'booking_id');
    for (const limit of ['0', '101', '-1', 'x']) await refused(`limit=${limit}`, 'limit');
    const { cursor } = await get('');
    const bookings = (await partner.get('/bookings?limit=1')).body.next;
    const foreign = new URL(bookings).searchParams.get('after');
    for (const bad of ['', 'x', '..', 'MA.', `${cursor}x`, `x${cursor}`, String(foreign)])
      await refused(`after=${encodeURIComponent(bad)}`, 'after');
    await refused('before=x', 'before');
    await refused(`after=${cursor}&before=${cursor}`, 'before', 'mutually_exclusive_parameters');
    await refused('expand=1', 'expand', 'unknown_parameter');
  });

  it('excludes test events of endpoints and events of other accounts', async () => {
    const endpoint = await addEndpoint(test, account, 'http://127.0.0.1:9/');
    const [testEvent = ''] = await emitEvents(test, account, 1, {
      type: 'webhook.test',
      endpointId: endpoint.id,
    });
    await queryAsOwner(test.connection, 'delete from webhook_task');
    const stranger = await test.partner();
    const { cursor } = await get('');
    for (const id of [testEvent, '7d7d1bb1-2f3c-4f3a-9d8f-2a2f8a8f0a11', 'x'])
      expectProblem(await partner.get(`/events/${id}`), 404, { code: 'not_found' });
    expectProblem(await stranger.get(`/events/${all[0]?.id}`), 404, { code: 'not_found' });
    expectProblem(await stranger.get(`/events?after=${cursor}`), 400, {
      code: 'invalid_parameter',
      param: 'after',
    });
    expect((await stranger.get('/events')).body.data).toEqual([]);
    expect((await get('?limit=100')).data.map(({ id }: { id: string }) => id)).not.toContain(testEvent);
  });
});
