// PATCH /bookings/{id} and POST /bookings/{id}/cancel.
import type { Check, Section, Source } from '../check.ts';
import { cancelReasons } from '../contract/tables.ts';
import { type Exchange, textAt, valueAt } from '../exchange.ts';
import { expectError, expectFields, expectStatus, expectThat, expectWindow } from '../expectations.ts';
import { book, bookId, cancelledBooking, fullOrder, plainBooking, scheduledWindow } from '../fixtures.ts';
import { fixture, type Run } from '../run.ts';
import { pages } from './lists.ts';
import { refusal } from './refusal.ts';
import { patch, post, unknownId } from './requests.ts';
import { journey } from './simulation.ts';

const source: Source = { contract: 'PATCH /bookings/{id}' };
const cancelSource: Source = { contract: 'POST /bookings/{id}/cancel' };
const hourMillis = 3_600_000;

/** A booking that is patched once with many fields, and its responses before and after. */
const patched = fixture('an updated booking', async (run) => {
  const made = await run.post('/bookings', {
    ...(await run.need(fullOrder)),
    arrival_window_from: run.futureTime(),
  });
  expectStatus(made, 201);
  const exchange = await run.patch(`/bookings/${textAt(made, 'id')}`, {
    description: 'Three sofas',
    order_number: `${run.name}-changed`,
    photo_urls: ['https://example.com/other.jpg'],
    metadata: { lines: 3, note: 'new' },
    customer: { name: 'Kim Lee', phone_number: '+12125550149' },
  });
  expectStatus(exchange, 200);
  return { made, exchange };
});

/** For refusals: it stays unchanged. */
const unchanged = fixture('a booking to update', async (run) => textAt(await run.need(plainBooking), 'id'));

const update = (id: string, title: string, judge: (exchange: Exchange, run: Run) => void): Check => ({
  id: `bookings.update.${id}`,
  title,
  source,
  judge: async (run) => judge((await run.need(patched)).exchange, run),
});

const bad = (id: string, title: string, body: object, param?: string): Check =>
  refusal({
    id: `bookings.update.${id}`,
    title,
    source,
    send: async (run) => patch(`/bookings/${await run.need(unchanged)}`, body),
    expect: { status: 400, ...(param !== undefined && { param }) },
  });

/** One booking, changed in turn: contacts, window, route. Keeps each response. */
const changes = fixture('a booking that is changed step by step', async (run) => {
  const [first, second, third] = run.options.stops;
  const stops = [{ location: first }, { location: second }];
  const made = await book(run, { stops, contacts: [{ phone_number: '+12125550145' }] });
  const change = (body: object) => run.patch(`/bookings/${textAt(made, 'id')}`, body);
  const [from, nextFrom] = [run.futureTime(), run.futureTime()];
  const to = new Date(Date.parse(nextFrom) + 2 * hourMillis).toISOString();
  const windowId = (await run.need(scheduledWindow)).id;
  return {
    made,
    from,
    nextFrom,
    to,
    windowId,
    contacts: await change({ contacts: [{ phone_number: '+12125550146' }] }),
    noContacts: await change({ contacts: [] }),
    windowFrom: await change({ arrival_window_from: from }),
    windowTo: await change({ arrival_window_from: nextFrom, arrival_window_to: to }),
    windowById: await change({ arrival_window_id: windowId }),
    origin: await change({ origin: third }),
    destination: await change({ destination: valueAt(made.body, 'origin.coordinates') }),
  };
});

export const bookingsUpdate: Section = {
  title: 'Update and cancel bookings',
  checks: [
    update('texts', '`description` and `order_number` change', (exchange, run) =>
      expectFields(exchange, { description: 'Three sofas', order_number: `${run.name}-changed` }),
    ),
    update('photo-urls', '`photo_urls` replace the existing list', (exchange) =>
      expectFields(exchange, { photo_urls: ['https://example.com/other.jpg'] }),
    ),
    update('metadata', '`metadata` is merged: only given keys change', (exchange) =>
      expectFields(exchange, {
        metadata: { cart: 'C-1', lines: 3, gift: true, nested: { a: [1, 2] }, note: 'new' },
      }),
    ),
    update('customer', '`customer` replaces the existing one completely', (exchange) =>
      expectFields(exchange, { customer: { name: 'Kim Lee', phone_number: '+12125550149' } }),
    ),
    {
      id: 'bookings.update.others-unchanged',
      title: 'omitted fields stay unchanged',
      source,
      judge: async (run) => {
        const { made, exchange } = await run.need(patched);
        const fields = ['id', 'hid', 'created_at', 'product', 'tip', 'contacts', 'arrival_window', 'state'];
        for (const field of fields) expectFields(exchange, { [field]: valueAt(made.body, field) });
      },
    },
    {
      id: 'bookings.update.updated-at',
      title: '`updated_at` does not run backwards',
      source: { contract: 'Booking' },
      judge: async (run) => {
        const { made, exchange } = await run.need(patched);
        const [before, after] = [made, exchange].map((each) => Date.parse(textAt(each, 'updated_at')));
        expectThat(exchange, Number(after) >= Number(before), 'a later updated_at', after);
      },
    },
    {
      id: 'bookings.update.contacts',
      title: '`contacts` replace the existing ones',
      source,
      judge: async (run) => {
        const { contacts: exchange } = await run.need(changes);
        expectStatus(exchange, 200);
        expectFields(exchange, { 'contacts.0.phone_number': '+12125550146', 'contacts.length': 1 });
      },
    },
    {
      id: 'bookings.update.no-contacts',
      title: '`contacts` = [] clears them',
      source,
      judge: async (run) => {
        const { noContacts: exchange } = await run.need(changes);
        expectStatus(exchange, 200);
        expectFields(exchange, { contacts: [] });
      },
    },
    {
      id: 'bookings.update.empty',
      title: 'all fields are optional',
      source,
      judge: async (run) => expectStatus(await run.patch(`/bookings/${await run.need(unchanged)}`, {}), 200),
    },
    {
      id: 'bookings.update.window-from',
      title: '`arrival_window_from` moves the window, one hour long by default',
      source,
      judge: async (run) => {
        const { windowFrom, from } = await run.need(changes);
        expectStatus(windowFrom, 200);
        expectWindow(windowFrom, from, new Date(Date.parse(from) + hourMillis).toISOString());
      },
    },
    {
      id: 'bookings.update.window-to',
      title: '`arrival_window_to` sets the end of the window',
      source,
      judge: async (run) => {
        const { windowTo, nextFrom, to } = await run.need(changes);
        expectStatus(windowTo, 200);
        expectWindow(windowTo, nextFrom, to);
      },
    },
    {
      id: 'bookings.update.window-id',
      title: '`arrival_window_id` moves the booking to a listed window',
      source,
      judge: async (run) => {
        const { windowById: exchange, windowId } = await run.need(changes);
        expectStatus(exchange, 200);
        expectFields(exchange, { 'arrival_window.id': windowId });
      },
    },
    {
      id: 'bookings.update.origin',
      title: '`origin` changes the first stop',
      source,
      judge: async (run) => {
        const { made, origin: exchange } = await run.need(changes);
        expectStatus(exchange, 200);
        const [before, after] = [made, exchange].map(({ body }) =>
          JSON.stringify(valueAt(body, 'origin.address')),
        );
        expectThat(exchange, before !== after, 'another origin', after);
        expectFields(exchange, { 'route.0.location.id': valueAt(exchange.body, 'origin.id') });
      },
    },
    {
      id: 'bookings.update.destination',
      title: '`destination` changes the last stop, and may be coordinates',
      source,
      judge: async (run) => {
        const { made, destination: exchange } = await run.need(changes);
        expectStatus(exchange, 200);
        const coordinates = valueAt(made.body, 'origin.coordinates');
        expectFields(exchange, {
          'destination.coordinates': coordinates,
          'route.1.location.coordinates': coordinates,
        });
      },
    },
    bad('tip', 'the tip is set only at creation', { tip: 300 }, 'tip'),
    bad('unknown', 'an unknown field responds 400', { colour: 'red' }, 'colour'),
    bad('photo-url', '`photo_urls` are URIs', { photo_urls: ['sofa.jpg'] }, 'photo_urls[0]'),
    bad('both-windows', 'both window forms respond 400', {
      arrival_window_id: unknownId,
      arrival_window_from: '2030-01-31T15:00:00Z',
    }),
    bad(
      'window-past',
      'a window in the past responds 400',
      { arrival_window_from: '2020-01-31T15:00:00Z' },
      'arrival_window_from',
    ),
    bad('contact-position', 'a contact position beyond the last stop responds 400', {
      contacts: [{ phone_number: '+12125550147', stop_positions: [2] }],
    }),
    bad('customer-unreachable', 'a customer has an e-mail address or a phone number', {
      customer: { name: 'Kim Lee' },
    }),
    refusal({
      id: 'bookings.update.404',
      title: 'updating an unknown booking responds 404',
      source,
      send: () => patch(`/bookings/${unknownId}`, { description: 'None' }),
      expect: { status: 404 },
    }),
    {
      id: 'bookings.cancel.state',
      title: 'a cancelled booking is `cancelled`, also when it is read again',
      source: { contract: 'States and transitions' },
      judge: async (run) => {
        const exchange = await run.need(cancelledBooking);
        expectFields(exchange, { state: 'cancelled' });
        expectFields(await run.get(`/bookings/${textAt(exchange, 'id')}`), { state: 'cancelled' });
      },
    },
    {
      id: 'bookings.cancel.reasons',
      title: 'each `cancel_reason` is accepted',
      source: cancelSource,
      judge: async (run) => {
        const { ids } = await run.need(pages);
        const reasons = cancelReasons.filter((each) => each !== 'im_not_ready');
        for (const [index, cancel_reason] of reasons.entries()) {
          const exchange = await run.post(`/bookings/${ids[index]}/cancel`, { cancel_reason });
          expectStatus(exchange, 200);
          expectFields(exchange, { state: 'cancelled' });
        }
      },
    },
    {
      id: 'bookings.cancel.no-body',
      title: 'the body is optional',
      source: cancelSource,
      judge: async (run) => {
        const exchange = await run.post(`/bookings/${await bookId(run)}/cancel`);
        expectStatus(exchange, 200);
        expectFields(exchange, { state: 'cancelled' });
      },
    },
    refusal({
      id: 'bookings.cancel.unknown-reason',
      title: 'an unknown `cancel_reason` responds 400',
      source: cancelSource,
      send: async (run) => post(`/bookings/${await run.need(unchanged)}/cancel`, { cancel_reason: 'bored' }),
      expect: { status: 400, param: 'cancel_reason' },
    }),
    {
      id: 'bookings.cancel.twice',
      title: 'a cancelled booking cannot be cancelled again: 409',
      source: cancelSource,
      judge: async (run) => {
        const id = textAt(await run.need(cancelledBooking), 'id');
        expectError(await run.post(`/bookings/${id}/cancel`), { status: 409, type: 'invalid_request_error' });
      },
    },
    {
      id: 'bookings.cancel.completed',
      title: 'a completed booking cannot be cancelled: 409',
      source: cancelSource,
      needs: [journey],
      judge: async (run) => {
        const { id } = await run.need(journey);
        expectError(await run.post(`/bookings/${id}/cancel`), { status: 409, type: 'invalid_request_error' });
      },
    },
    refusal({
      id: 'bookings.cancel.404',
      title: 'cancelling an unknown booking responds 404',
      source: cancelSource,
      send: () => post(`/bookings/${unknownId}/cancel`),
      expect: { status: 404 },
    }),
  ],
};
