// Seeds a database with bookings in different states: created over HTTP, changed, cancelled, dispatched and completed.
import type { ApiClient, TestResponse } from './api-client.ts';
import type { TestApp } from './app.ts';
import { BookingDriver } from './booking-driver.ts';
import type { TestClock } from './clock.ts';

const stops = [
  { location: '350 5th Ave, New York, NY 10118' },
  { location: '1 Main St, Brooklyn, NY 11201' },
];
const queens = '30-30 47th Ave, Long Island City, NY 11101';

export interface SeededBookings {
  readonly edited: string;
  readonly onDemand: string;
  readonly cancelled: string;
  readonly completed: string;
  readonly dispatched: string;
}

export async function seedBookings(
  test: TestApp,
  partner: ApiClient,
  accountId: string,
  clock: TestClock,
): Promise<SeededBookings> {
  const day = new Date(clock.now().getTime() + 86_400_000).toISOString();
  const requireOk = ({ status, text, body }: TestResponse) => {
    if (status >= 300) throw new Error(`${status} ${text}`);
    return body;
  };
  const book = async (body: object = {}): Promise<string> => {
    const order = { stops, product: 'van', arrival_window_from: day, tip: 500, ...body };
    clock.advance({ minutes: 1 });
    return requireOk(await partner.post('/bookings', order)).id;
  };
  const [origin, destination] = stops.map(({ location }) => location);
  const { data } = requireOk(await partner.post('/schedule', { product: 'van', origin, destination }));
  const edited = await book({
    contacts: [
      { phone_number: '+14155552671' },
      { phone_number: '+14155552672', stop_positions: [1], name: 'Bo' },
    ],
    customer: { name: 'Ana', phone_number: '+14155552671' },
    metadata: { '7': 'seven', cart: 1.5 },
  });
  const path = `/bookings/${edited}`;
  requireOk(await partner.post(`${path}/stops`, { location: queens }));
  requireOk(await partner.patch(path, { description: 'A sofa', arrival_window_id: data[5].id }));
  requireOk(await partner.patch(`${path}/stops/reorder`, { from_position: 1, to_position: 2 }));
  const onDemand = await book({ arrival_window_from: undefined, arrival_window_id: data[0].id });
  const cancelled = await book();
  requireOk(await partner.post(`/bookings/${cancelled}/cancel`, { cancel_reason: 'other' }));
  requireOk(await partner.patch(`/bookings/${cancelled}`, { metadata: { late: 'yes' } }));
  const [dispatched, completed] = [await book(), await book()];
  // Dispatch steps are applied with the state machine directly, without a crew.
  const driver = new BookingDriver(test, accountId, clock);
  try {
    for (const id of [dispatched, completed]) await driver.dispatch(id);
    await driver.deliver(completed);
  } finally {
    await driver.close();
  }
  return { edited, onDemand, cancelled, completed, dispatched };
}
