// A database with a mixed life of bookings in it, for whoever looks at what is left of one: created over HTTP, changed,
// cancelled, and one that was driven to its end.
import { readConfig } from '../../src/config.ts';
import { createDatabase } from '../../src/db/database.ts';
import { createPool } from '../../src/db/pool.ts';
import type { Booking } from '../../src/domain/booking.ts';
import { assignCrew } from '../../src/domain/booking-crew.ts';
import { arriveAt, completeStop, departFor } from '../../src/domain/booking-progress.ts';
import type { Transition } from '../../src/domain/booking-transitions.ts';
import { moveBooking } from '../../src/features/bookings/change-booking.ts';
import { randomIds } from '../../src/lib/ids.ts';
import type { ApiAnswer, ApiClient } from './api-client.ts';
import type { TestApp } from './app.ts';
import { crewNamed } from './booking-samples.ts';
import type { TestClock } from './clock.ts';

const stops = [
  { location: '350 5th Ave, New York, NY 10118' },
  { location: '1 Main St, Brooklyn, NY 11201' },
];
const queens = '30-30 47th Ave, Long Island City, NY 11101';

export interface BookedLives {
  readonly edited: string;
  readonly onDemand: string;
  readonly cancelled: string;
  readonly completed: string;
  readonly dispatched: string;
}

export async function liveBookings(
  test: TestApp,
  partner: ApiClient,
  accountId: string,
  clock: TestClock,
): Promise<BookedLives> {
  const day = new Date(clock.now().getTime() + 86_400_000).toISOString();
  const did = ({ status, text, body }: ApiAnswer) => {
    if (status >= 300) throw new Error(`${status} ${text}`);
    return body;
  };
  const book = async (body: object = {}): Promise<string> => {
    const order = { stops, product: 'van', arrival_window_from: day, tip: 500, ...body };
    clock.advance({ minutes: 1 });
    return did(await partner.post('/bookings', order)).id;
  };
  const [origin, destination] = stops.map(({ location }) => location);
  const { data } = did(await partner.post('/schedule', { product: 'van', origin, destination }));
  const edited = await book({
    contacts: [
      { phone_number: '+14155552671' },
      { phone_number: '+14155552672', stop_positions: [1], name: 'Bo' },
    ],
    customer: { name: 'Ana', phone_number: '+14155552671' },
    metadata: { '7': 'seven', cart: 1.5 },
  });
  const path = `/bookings/${edited}`;
  did(await partner.post(`${path}/stops`, { location: queens }));
  did(await partner.patch(path, { description: 'A sofa', arrival_window_id: data[5].id }));
  did(await partner.patch(`${path}/stops/reorder`, { from_position: 1, to_position: 2 }));
  const onDemand = await book({ arrival_window_from: undefined, arrival_window_id: data[0].id });
  const cancelled = await book();
  did(await partner.post(`/bookings/${cancelled}/cancel`, { cancel_reason: 'other' }));
  did(await partner.patch(`/bookings/${cancelled}`, { metadata: { late: 'yes' } }));
  const [dispatched, completed] = [await book(), await book()];
  await driveThem(test, accountId, clock, dispatched, completed);
  return { edited, onDemand, cancelled, completed, dispatched };
}

/** There is no crew to do it over HTTP: the machine is moved as the console will move it. */
async function driveThem(
  test: TestApp,
  accountId: string,
  clock: TestClock,
  dispatched: string,
  completed: string,
): Promise<void> {
  const pool = createPool(test.connection, { role: 'waybill_app', max: 1, onError: () => {} });
  const [environment] = readConfig({ ENVIRONMENT: test.environment }).environments;
  if (!environment) throw new Error('no environment');
  const context = { db: createDatabase(pool), ids: randomIds, clock, environment };
  const mover = { actor: { kind: 'operator', id: 'test' }, requestId: 'test' } as const;
  const move = (bookingId: string, decide: (booking: Booking, now: { nowMs: number }) => Transition) => {
    clock.advance({ minutes: 7 });
    const change = {
      bookingId,
      action: 'booking.moved',
      status: 200,
      prepare: async () => ({ facts: null, fresh: [], area: null }),
      decide: (booking: Booking) => decide(booking, { nowMs: clock.now().getTime() }),
    };
    return moveBooking(context, accountId, change, mover, async () => {});
  };
  const here = ({ dispatch }: Booking) => ({ stopId: dispatch?.routeStopId ?? '' });
  const done = { photoUrls: ['https://photos.example/1'], outcome: 'done', reason: null } as const;
  try {
    for (const id of [dispatched, completed])
      await move(id, (booking, now) => assignCrew(booking, { crew: crewNamed('crew-1') }, now));
    for (const _stop of stops) {
      await move(completed, (booking, now) => departFor(booking, here(booking), now));
      await move(completed, (booking, now) => arriveAt(booking, here(booking), now));
      await move(completed, (booking, now) => completeStop(booking, { ...here(booking), ...done }, {}, now));
    }
  } finally {
    await pool.end();
  }
}
