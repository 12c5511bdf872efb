// A lost crew: proposals for all its jobs, and moving them in one request.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type BookedVan, bookVan, finishStop, formCrew, go } from '../support/operator-actions.ts';
import { newOperator, OperatorClient } from '../support/operator-client.ts';

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

interface Crew {
  readonly id: string;
  readonly name: string;
}

let app: TestApp;
let partner: ApiClient;
let operator: OperatorClient;
let lost: Crew;
let near: Crew;
let spare: Crew;
beforeAll(async () => {
  app = await startTestApp();
  partner = await app.partner();
  operator = await OperatorClient.signIn(app, await newOperator(app, 'dispatcher'));
  [lost, near, spare] = [await onShift('Lost van'), await onShift('Near van'), await onShift('Spare van')];
});
afterAll(() => app.close());

async function onShift(name: string): Promise<Crew> {
  const crew = await formCrew(operator, name);
  const shift = { crew_id: crew.id, starts_at: inHours(-1), ends_at: inHours(20) };
  expect((await operator.post('/shifts', shift)).status).toBe(201);
  return crew;
}

async function assigned(hours: number): Promise<BookedVan> {
  const booking = await bookVan(partner, { arrival_window_from: inHours(hours) });
  const { status, text } = await operator.post(`/bookings/${booking.id}/assign`, { crew_id: lost.id });
  expect(status, text).toBe(200);
  return booking;
}

async function crewOf({ id }: BookedVan): Promise<string | null> {
  return (await operator.get(`/bookings/${id}`)).body.crew?.name ?? null;
}

test('proposes a crew for each job, none twice at one time, and moves them with one result each', async () => {
  const loaded = await assigned(1);
  for (const move of ['depart', 'arrive']) await go(operator, loaded, 0, move);
  await finishStop(operator, loaded, 0);
  const [first, second] = [await assigned(5), await assigned(9)];
  const { body, status } = await operator.get(`/crews/${lost.id}/replacements`);
  expect(status).toBe(200);
  expect(body.data.map(({ booking, stage }: Proposal) => [booking.hid, stage])).toEqual([
    [loaded.hid, 'loaded'],
    [first.hid, 'not_started'],
    [second.hid, 'not_started'],
  ]);
  const [ofLoaded, ofFirst, ofSecond] = body.data as Proposal[];
  expect(ofLoaded?.proposed_crew_id).toBeNull();
  expect([near.id, spare.id]).toContain(ofFirst?.proposed_crew_id);
  expect(ofSecond?.proposed_crew_id).not.toBeNull();
  expect(ofFirst?.candidates.map(({ crew }) => crew.id)).not.toContain(lost.id);

  const small = await operator.post('/vehicles', { type: 'pickup_truck', name: 'Small' });
  const tiny = await operator.post('/crews', { name: 'Tiny truck', vehicle_id: small.body.id });
  const move = (booking: BookedVan, crew_id: string) => ({
    booking_id: booking.id,
    from_crew_id: lost.id,
    crew_id,
  });
  const batch = { reassignments: [move(first, tiny.body.id), move(second, near.id)], reason: 'Breakdown' };
  const moved = await operator.post('/reassignments', batch);
  expect(moved.status, moved.text).toBe(200);
  expect(moved.body.data.map(({ refusal }: { refusal: string | null }) => refusal)).toEqual([
    expect.stringMatching(/needs a van/),
    null,
  ]);
  expect([await crewOf(first), await crewOf(second)]).toEqual([lost.name, near.name]);
  // Repeated, it moves nothing twice: the booking has another crew than expected.
  const again = await operator.post('/reassignments', { reassignments: [move(second, spare.id)] });
  expect(again.body.data[0].refusal).toMatch(/another crew/);
  expect(await crewOf(second)).toBe(near.name);
});

test('two jobs at one time are proposed to two crews', async () => {
  const gone = await onShift('Gone van');
  const at = { arrival_window_from: inHours(13) };
  const bookings = [await bookVan(partner, at), await bookVan(partner, at)];
  await operator.post(`/bookings/${bookings[0]?.id}/assign`, { crew_id: gone.id });
  // The schedule of a crew does not allow it, so the second engagement follows the first.
  await operator.post(`/bookings/${bookings[1]?.id}/assign`, { crew_id: gone.id });
  const { body } = await operator.get(`/crews/${gone.id}/replacements`);
  const proposed = (body.data as Proposal[]).map(({ proposed_crew_id }) => proposed_crew_id);
  expect(new Set(proposed).size).toBe(proposed.length);
  expect(proposed).not.toContain(null);
});

test('compares the assigned crew with the others', async () => {
  const booking = await bookVan(partner, { arrival_window_from: inHours(16) });
  const none = await operator.get(`/bookings/${booking.id}/crews`);
  expect(none.body.current).toBeNull();
  await operator.post(`/bookings/${booking.id}/assign`, { crew_id: spare.id });
  await go(operator, booking, 0, 'depart', { eta: inHours(17.5) });
  const { current } = (await operator.get(`/bookings/${booking.id}/crews`)).body;
  expect(current).toMatchObject({ crew_id: spare.id, name: 'Spare van' });
  expect(current.minutes_late).toBeGreaterThan(20);
});

interface Proposal {
  readonly booking: { readonly hid: string };
  readonly stage: string;
  readonly proposed_crew_id: string | null;
  readonly candidates: readonly { readonly crew: { readonly id: string } }[];
}
