// Quotes, singly and as a batch.
import type { Check, Section, Source } from '../check.ts';
import { products } from '../contract/tables.ts';
import { listAt, textAt, valueAt } from '../exchange.ts';
import { expectError, expectFields, expectRoute, expectStatus, expectThat } from '../expectations.ts';
import { batch, quote, quoteStops, stopsOf } from '../fixtures.ts';
import type { Run } from '../run.ts';
import { refusal } from './refusal.ts';
import { get, post, unknownId } from './requests.ts';

const source: Source = { contract: 'POST /quotes' };
const batchSource: Source = { contract: 'POST /quotes/batch' };
const endsOf = (run: Run) => ({ origin: run.options.stops[0], destination: run.options.stops[1] });

const badQuote = (
  id: string,
  title: string,
  body: (run: Run) => object,
  expect: { status: number | number[]; param?: string; code?: string },
  from: Source = source,
): Check =>
  refusal({ id: `quotes.${id}`, title, source: from, send: (run) => post('/quotes', body(run)), expect });

const badBatch = (id: string, title: string, body: (run: Run) => object, from: Source = batchSource): Check =>
  refusal({
    id: `quotes.batch.${id}`,
    title,
    source: from,
    send: (run) => post('/quotes/batch', body(run)),
    expect: { status: 400, type: 'validation_error' },
  });

const created = (id: string, title: string, body: (run: Run) => object, from: Source = source): Check => ({
  id: `quotes.${id}`,
  title,
  source: from,
  judge: async (run) => expectStatus(await run.post('/quotes', body(run)), 201),
});

export const quotes: Section = {
  title: 'Quotes',
  checks: [
    {
      id: 'quotes.route',
      title: 'the route has all stops in order, origin through destination',
      source: { contract: 'Quote' },
      judge: async (run) => expectRoute(await run.need(quote), 3),
    },
    {
      id: 'quotes.stop-details',
      title: 'instructions and apartment of each stop are kept',
      source,
      judge: async (run) =>
        expectFields(await run.need(quote), {
          'route.0.instructions': 'Ring twice',
          'route.0.address2': 'Apt 4B',
          'route.1.instructions': null,
          'route.2.address2': 'Suite 900',
        }),
    },
    {
      id: 'quotes.product',
      title: 'the quote is for the requested product',
      source,
      judge: async (run) => expectFields(await run.need(quote), { product: 'van' }),
    },
    {
      id: 'quotes.no-addons',
      title: 'a new quote starts without add-ons',
      source: { contract: 'POST /bookings' },
      judge: async (run) => expectFields(await run.need(quote), { addons: [] }),
    },
    {
      id: 'quotes.fare-estimate',
      title: '`fare_estimate` is one Fare, or two from low to high',
      source: { contract: 'Quote' },
      judge: async (run) => {
        const exchange = await run.need(batch);
        for (const [index, each] of listAt(exchange, 'data').entries()) {
          const fares = valueAt(each, 'fare_estimate');
          const totals = Array.isArray(fares) ? fares.map((fare) => Number(valueAt(fare, 'total'))) : [];
          const [low = Number.NaN, high = low] = totals;
          const holds = totals.length >= 1 && totals.length <= 2 && low > 0 && low <= high;
          expectThat(exchange, holds, `data[${index}].fare_estimate: one Fare or [low, high]`, totals);
        }
      },
    },
    {
      id: 'quotes.get',
      title: 'GET /quotes/{id} returns the quote',
      source: { contract: 'GET /quotes/{id}' },
      judge: async (run) => {
        const made = await run.need(quote);
        const exchange = await run.get(`/quotes/${textAt(made, 'id')}`);
        expectStatus(exchange, 200);
        for (const field of ['id', 'product', 'route', 'fare_estimate', 'created_at'])
          expectFields(exchange, { [field]: valueAt(made.body, field) });
      },
    },
    refusal({
      id: 'quotes.get-404',
      title: 'GET /quotes/{id} of an unknown quote responds 404',
      source: { contract: 'GET /quotes/{id}' },
      send: () => get(`/quotes/${unknownId}`),
      expect: { status: 404 },
    }),
    {
      id: 'quotes.origin-destination',
      title: 'the deprecated form with `origin` and `destination` is accepted',
      source,
      judge: async (run) => {
        const exchange = await run.post('/quotes', { ...endsOf(run), product: 'van' });
        expectStatus(exchange, 201);
        expectRoute(exchange, 2);
      },
    },
    {
      id: 'quotes.coordinates',
      title: 'a location may be coordinates, [longitude, latitude]',
      source: { contract: 'Location' },
      judge: async (run) => {
        const known = await run.need(quote);
        const [origin, destination] = ['origin', 'destination'].map((end) =>
          valueAt(known.body, `${end}.coordinates`),
        );
        const exchange = await run.post('/quotes', {
          stops: [{ location: origin }, { location: destination }],
          product: 'lite',
        });
        expectStatus(exchange, 201);
        expectFields(exchange, { 'origin.coordinates': origin, 'destination.coordinates': destination });
      },
    },
    {
      id: 'quotes.location-id',
      title: 'a location may be the uuid of a location created before',
      source: { contract: 'Location' },
      judge: async (run) => {
        const known = await run.need(quote);
        const ids = ['origin.id', 'destination.id'].map((path) => textAt(known, path));
        const stops = ids.map((location) => ({ location }));
        const exchange = await run.post('/quotes', { stops, product: 'lite' });
        expectStatus(exchange, 201);
        expectFields(exchange, { 'origin.address': valueAt(known.body, 'origin.address') });
      },
    },
    created('stops-7', 'a route may have 7 stops', (run) => ({ stops: stopsOf(run, 7), product: 'van' })),
    badQuote('stops-8', '8 stops respond 400', (run) => ({ stops: stopsOf(run, 8), product: 'van' }), {
      status: 400,
      param: 'stops',
    }),
    badQuote('stops-1', 'one stop responds 400', (run) => ({ stops: stopsOf(run, 1), product: 'van' }), {
      status: 400,
      param: 'stops',
    }),
    badQuote(
      'bad-coordinates',
      'coordinates that are not two numbers respond 400',
      (run) => ({ stops: [{ location: [1, 2, 3] }, ...stopsOf(run, 1)], product: 'van' }),
      { status: 400 },
    ),
    badQuote('no-route', 'a quote without a route responds 400', () => ({ product: 'van' }), { status: 400 }),
    badQuote(
      'both-routes',
      '`stops` together with `origin` and `destination` respond 400',
      (run) => ({ stops: stopsOf(run), ...endsOf(run), product: 'van' }),
      { status: 400 },
      { guide: 'quotes-and-windows' },
    ),
    badQuote(
      'unknown-location',
      'the uuid of an unknown location responds 422',
      (run) => ({ stops: [{ location: unknownId }, ...stopsOf(run, 1)], product: 'van' }),
      { status: 422, param: 'stops[0].location' },
    ),
    badQuote(
      'address-not-found',
      'an address that cannot be found responds 422',
      (run) => ({ stops: [...stopsOf(run, 1), { location: 'sandbox:address_not_found' }], product: 'van' }),
      { status: 422, param: 'stops[1].location', code: 'address_not_found' },
      { guide: 'sandbox' },
    ),
    {
      id: 'quotes.batch.products',
      title: 'a batch has at most one quote for each product',
      source: batchSource,
      judge: async (run) => {
        const exchange = await run.need(batch);
        const offered = listAt(exchange, 'data').map((each) => String(valueAt(each, 'product')));
        const known = offered.every((product) => products.some((each) => each === product));
        const holds = offered.length > 0 && known && new Set(offered).size === offered.length;
        expectThat(exchange, holds, 'different products, at least one', offered);
      },
    },
    {
      id: 'quotes.batch.recommended',
      title: '`recommended` is null or the id of a quote in `data`',
      source: batchSource,
      judge: async (run) => {
        const exchange = await run.need(batch);
        const recommended = valueAt(exchange.body, 'recommended');
        const ids = listAt(exchange, 'data').map((each) => valueAt(each, 'id'));
        expectThat(exchange, recommended === null || ids.includes(recommended), 'an id in data', recommended);
      },
    },
    {
      id: 'quotes.batch.origin-destination',
      title: 'a batch accepts `origin` and `destination`',
      source: batchSource,
      judge: async (run) => expectStatus(await run.post('/quotes/batch', endsOf(run)), 201),
    },
    badBatch('both-routes', 'a batch with two route forms responds 400', (run) => ({
      stops: stopsOf(run),
      ...endsOf(run),
    })),
    badBatch('no-route', 'a batch without a route responds 400', () => ({})),
    badBatch('origin-only', 'a batch with `origin` alone responds 400', (run) => ({
      origin: run.options.stops[0],
    })),
    badBatch('dimensions', '`dimensions` are exactly 3 numbers', (run) => ({
      stops: stopsOf(run),
      items: [{ dimensions: [10, 10], weight: 5 }],
    })),
    {
      id: 'quotes.book',
      title: 'a booking of a quote has its complete route, and ignores the route in the request',
      source: { contract: 'POST /bookings' },
      judge: async (run) => {
        const made = await run.post('/quotes', { stops: quoteStops(run), product: 'lite' });
        const [origin, destination] = [...run.options.stops].reverse();
        const exchange = await run.post('/bookings', {
          quote_id: textAt(made, 'id'),
          origin,
          destination,
          arrival_window_from: run.futureTime(),
        });
        expectStatus(exchange, 201);
        expectRoute(exchange, 3);
        expectFields(exchange, {
          product: 'lite',
          'quote.id': textAt(made, 'id'),
          'origin.address': valueAt(made.body, 'origin.address'),
          'route.0.instructions': 'Ring twice',
          'route.0.address2': 'Apt 4B',
          'route.2.address2': 'Suite 900',
        });
      },
    },
    {
      id: 'quotes.book-addons',
      title: '`addons` together with `quote_id` respond 400',
      source: { contract: 'POST /bookings' },
      judge: async (run) => {
        const body = { quote_id: textAt(await run.need(quote), 'id'), addons: [] };
        const exchange = await run.post('/bookings', { ...body, arrival_window_from: run.futureTime() });
        expectError(exchange, { status: 400, param: 'addons' });
      },
    },
    refusal({
      id: 'quotes.book-unknown',
      title: 'booking an unknown quote responds 422',
      source: { contract: 'POST /bookings' },
      send: (run) => post('/bookings', { quote_id: unknownId, arrival_window_from: run.futureTime() }),
      expect: { status: 422, param: 'quote_id' },
    }),
  ],
};
