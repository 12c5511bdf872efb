// The fixtures that several sections share: tokens, quotes and bookings.
import { Mismatch } from './check.ts';
import { type Exchange, listAt, textAt } from './exchange.ts';
import { expectStatus } from './expectations.ts';
import { type Fixture, fixture, type Run } from './run.ts';

const hourMillis = 3_600_000;

export async function requestToken(run: Run, more: object = {}): Promise<Exchange> {
  const { clientId: client_id, clientSecret: client_secret } = run.options.credentials;
  const body = { grant_type: 'client_credentials', client_id, client_secret, ...more };
  return run.send({ method: 'POST', path: '/oauth/token', token: null, body });
}

const tokenOf = (scope: string): Fixture<string> =>
  fixture(`a token with the scope ${scope}`, async (run) => {
    const exchange = await requestToken(run, { scope });
    expectStatus(exchange, 200);
    return textAt(exchange, 'access_token');
  });

export const publicToken = tokenOf('public');
export const readToken = tokenOf('public org:read');
export const writeToken = tokenOf('public org:write');

/** Locations of the run, as `stops` of a request. */
export const stopsOf = (run: Run, count = 2): { location: unknown }[] =>
  Array.from({ length: count }, (_, index) => ({ location: run.options.stops[index % 3] }));

/** A complete order for two stops; `more` adds and replaces fields. */
export function orderOf(run: Run, more: object = {}): Record<string, unknown> {
  return { stops: stopsOf(run), product: 'van', arrival_window_from: run.futureTime(), ...more };
}

export async function book(run: Run, more: object = {}): Promise<Exchange> {
  const exchange = await run.post('/bookings', orderOf(run, more));
  expectStatus(exchange, 201);
  return exchange;
}

/** A booking of its own for a check that changes it. */
export async function bookId(run: Run, more: object = {}): Promise<string> {
  return textAt(await book(run, more), 'id');
}

export const quoteStops = (run: Run) => [
  { location: run.options.stops[0], instructions: 'Ring twice', address2: 'Apt 4B' },
  { location: run.options.stops[1], instructions: null },
  { location: run.options.stops[2], address2: 'Suite 900' },
];

export const quote = fixture('a quote for three stops', async (run) => {
  const exchange = await run.post('/quotes', { stops: quoteStops(run), product: 'van' });
  expectStatus(exchange, 201);
  return exchange;
});

export const batch = fixture('a batch of quotes with items', async (run) => {
  const items = [{ dimensions: [38, 36, 84], weight: 120 }];
  const exchange = await run.post('/quotes/batch', { stops: stopsOf(run), items });
  expectStatus(exchange, 201);
  return exchange;
});

export const schedule = fixture('the schedule of a quote', async (run) => {
  const exchange = await run.post('/schedule', { quote_id: textAt(await run.need(quote), 'id') });
  expectStatus(exchange, 200);
  return exchange;
});

/** Every window of a schedule response. */
export const windowsOf = (exchange: Exchange) => listAt(exchange, 'data') as Record<string, unknown>[];

/** An available window that begins at a fixed time, not among the first: others may take those. */
export const scheduledWindow = fixture('an available arrival window', async (run) => {
  const exchange = await run.need(schedule);
  const open = windowsOf(exchange).filter(
    ({ available, ondemand, id }) => available === true && ondemand === false && typeof id === 'string',
  );
  const window = open[Math.floor(open.length * (0.3 + Math.random() * 0.6))];
  if (!window) throw new Mismatch('a schedule with an available window', 'none', exchange);
  return { id: String(window['id']), start_at: window['start_at'], end_at: window['end_at'] };
});

export const customer = { name: 'Ada Park', email: 'ada@example.com', phone_number: '+12125550142' };
const contacts = [
  { phone_number: '+12125550143', name: 'Dock', stop_positions: [0, 2] },
  { phone_number: '+12125550144', name: 'Front desk', email: 'desk@example.com' },
  { phone_number: '+12125550143', name: 'Dock again' },
];

/** The body of `fullBooking`. */
export const fullOrder = fixture('a complete order', async (run) => ({
  stops: [
    { location: run.options.stops[0], instructions: 'Dock 3', address2: 'Unit 5', floor: 2, elevator: true },
    { location: run.options.stops[1] },
    { location: run.options.stops[2], instructions: null },
  ],
  product: 'van',
  arrival_window_from: run.futureTime(),
  description: 'Two sofas',
  order_number: `${run.name}-full`,
  tip: 500,
  customer_notifications_enabled: false,
  photo_urls: ['https://example.com/sofa.jpg'],
  metadata: { cart: 'C-1', lines: 2, gift: true, nested: { a: [1, 2] } },
  customer,
  contacts,
}));

export const fullBooking = fixture('a booking with every field', async (run) => {
  const exchange = await run.post('/bookings', await run.need(fullOrder));
  expectStatus(exchange, 201);
  return exchange;
});

/** Fields with other values than in `fullOrder`. The start is written in another time zone. */
export const variantOrder = fixture('an order with other values', async (run) => {
  const start = Date.parse(run.futureTime());
  return {
    arrival_window_from: `${new Date(start - 5 * hourMillis).toISOString().slice(0, 19)}-05:00`,
    arrival_window_to: new Date(start + 2 * hourMillis).toISOString(),
    arrival_window_ref: 'destination',
    tip: 100,
    addons: [],
    contacts: [{ phone_number: '+12125550147', stop_positions: [] }],
  };
});

export const variantBooking = fixture('a booking with other values', async (run) =>
  book(run, await run.need(variantOrder)),
);

export const plainBooking = fixture('a booking with the required fields only', (run) => book(run));

export const cancelledBooking = fixture('a cancelled booking', async (run) => {
  const id = await bookId(run, { order_number: `${run.name}-cancelled` });
  const exchange = await run.post(`/bookings/${id}/cancel`, { cancel_reason: 'im_not_ready' });
  expectStatus(exchange, 200);
  return exchange;
});
