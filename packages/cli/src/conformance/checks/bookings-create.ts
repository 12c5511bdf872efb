// POST /bookings and GET /bookings/{id}.
import type { Check, Section, Source } from '../check.ts';
import { booking as bookingTable } from '../contract/tables.ts';
import { listAt, textAt, valueAt } from '../exchange.ts';
import {
  type ExpectedError,
  expectError,
  expectFields,
  expectRoute,
  expectStatus,
  expectThat,
  expectWindow,
} from '../expectations.ts';
import {
  book,
  customer,
  fullBooking,
  fullOrder,
  orderOf,
  plainBooking,
  stopsOf,
  variantBooking,
  variantOrder,
} from '../fixtures.ts';
import type { Run } from '../run.ts';
import { refusal } from './refusal.ts';
import { get, post, unknownId } from './requests.ts';

const source: Source = { contract: 'POST /bookings' };

/** An order that is refused: one field differs from a valid order. */
const bad = (
  id: string,
  title: string,
  fields: object,
  expect: ExpectedError,
  from: Source = source,
): Check =>
  refusal({
    id: `bookings.create.${id}`,
    title,
    source: from,
    send: (run) => post('/bookings', orderOf(run, fields)),
    expect,
  });

const invalid = (param?: string): ExpectedError => ({
  status: 400,
  type: 'validation_error',
  ...(param !== undefined && { param }),
});

const without = (run: Run, field: string) => {
  const { [field]: _left, ...rest } = orderOf(run);
  return rest;
};

const successes: readonly Check[] = [
  {
    id: 'bookings.create.initial-state',
    title: 'a new booking is `created`, with crew, dispatch and fare null',
    source: { contract: 'States and transitions' },
    judge: async (run) =>
      expectFields(await run.need(fullBooking), { state: 'created', crew: null, dispatch: null, fare: null }),
  },
  {
    id: 'bookings.create.echo',
    title: 'a booking has the values of the request',
    source: { contract: 'Booking' },
    judge: async (run) => {
      const order = await run.need(fullOrder);
      const exchange = await run.need(fullBooking);
      const { product, description, order_number, tip, photo_urls, metadata } = order;
      expectFields(exchange, { product, description, order_number, tip, photo_urls, metadata });
      expectFields(exchange, { customer_notifications_enabled: false, customer: order.customer });
    },
  },
  {
    id: 'bookings.create.defaults',
    title: 'without them: no tip, notifications on, window of the origin',
    source,
    judge: async (run) =>
      expectFields(await run.need(plainBooking), {
        tip: 0,
        customer_notifications_enabled: true,
        arrival_window_ref: 'origin',
        description: null,
        order_number: null,
        customer: null,
        contacts: [],
        photo_urls: [],
      }),
  },
  {
    id: 'bookings.create.route',
    title: 'the route has all stops in order, with their details',
    source,
    judge: async (run) => {
      const exchange = await run.need(fullBooking);
      expectRoute(exchange, 3);
      expectFields(exchange, {
        'route.0.instructions': 'Dock 3',
        'route.0.address2': 'Unit 5',
        'route.0.floor': 2,
        'route.0.elevator': true,
        'route.2.instructions': null,
      });
    },
  },
  {
    id: 'bookings.create.hid',
    title: 'each booking has its own confirmation code',
    source: { contract: 'Booking' },
    judge: async (run) => {
      const exchange = await run.need(fullBooking);
      const [one, other] = [textAt(exchange, 'hid'), textAt(await run.need(plainBooking), 'hid')];
      expectThat(exchange, one !== '' && one !== other, 'two codes', `${one} and ${other}`);
    },
  },
  {
    id: 'bookings.create.quote',
    title: 'a booking has pricing information from the beginning',
    source: { contract: 'Booking' },
    judge: async (run) => {
      const exchange = await run.need(plainBooking);
      expectFields(exchange, { 'quote.product': 'van', 'quote.addons': [] });
    },
  },
  {
    id: 'bookings.create.origin-destination',
    title: 'the deprecated form with `origin` and `destination` is accepted',
    source,
    judge: async (run) => {
      const [origin, destination] = run.options.stops;
      const exchange = await run.post('/bookings', { ...without(run, 'stops'), origin, destination });
      expectStatus(exchange, 201);
      expectRoute(exchange, 2);
    },
  },
  {
    id: 'bookings.create.window-from',
    title: 'without `arrival_window_to`, the window begins as requested and has an end',
    source,
    judge: async (run) => {
      const { arrival_window_from } = await run.need(fullOrder);
      const exchange = await run.need(fullBooking);
      const end = textAt(exchange, 'arrival_window.end_at');
      expectWindow(exchange, arrival_window_from, end);
      expectThat(exchange, Date.parse(end) > Date.parse(arrival_window_from), 'an end after the start', end);
    },
  },
  {
    id: 'bookings.create.window-from-to',
    title: '`arrival_window_from` and `arrival_window_to` are the window, in any time zone',
    source,
    judge: async (run) => {
      const { arrival_window_from, arrival_window_to } = await run.need(variantOrder);
      expectWindow(await run.need(variantBooking), arrival_window_from, arrival_window_to);
    },
  },
  {
    id: 'bookings.create.window-destination',
    title: '`arrival_window_ref` = destination schedules the dropoff',
    source,
    judge: async (run) => expectFields(await run.need(variantBooking), { arrival_window_ref: 'destination' }),
  },
  {
    id: 'bookings.create.tip-100',
    title: 'a tip of 100 cents is accepted',
    source: { contract: 'Limits' },
    judge: async (run) => expectFields(await run.need(variantBooking), { tip: 100 }),
  },
  {
    id: 'bookings.create.tip-large',
    title: 'the tip has no other limit than 0 or at least 100 cents',
    source: { contract: 'Limits' },
    judge: async (run) => expectFields(await book(run, { tip: 2_000_000 }), { tip: 2_000_000 }),
  },
  {
    id: 'bookings.create.share-url',
    title: '`share_url` is an http(s) URL',
    source: { contract: 'Booking' },
    judge: async (run) => {
      const exchange = await run.need(plainBooking);
      const url = textAt(exchange, 'share_url');
      expectThat(exchange, /^https?:\/\/[^/]+\/./.test(url), 'an http(s) URL', url);
    },
  },
  {
    id: 'bookings.get',
    title: 'GET /bookings/{id} returns the booking',
    source: { contract: 'GET /bookings/{id}' },
    judge: async (run) => {
      const made = await run.need(fullBooking);
      const exchange = await run.get(`/bookings/${textAt(made, 'id')}`);
      expectStatus(exchange, 200);
      for (const field of bookingTable.fields) expectFields(exchange, { [field]: valueAt(made.body, field) });
    },
  },
  refusal({
    id: 'bookings.get-404',
    title: 'GET /bookings/{id} of an unknown booking responds 404',
    source: { contract: 'GET /bookings/{id}' },
    send: () => get(`/bookings/${unknownId}`),
    expect: { status: 404, type: 'invalid_request_error' },
  }),
];

const refusals: readonly Check[] = [
  refusal({
    id: 'bookings.create.no-window',
    title: 'an order without an arrival window responds 400',
    source,
    send: (run) => post('/bookings', without(run, 'arrival_window_from')),
    expect: invalid(),
  }),
  refusal({
    id: 'bookings.create.no-product',
    title: 'an order by stops without `product` responds 400',
    source,
    send: (run) => post('/bookings', without(run, 'product')),
    expect: invalid('product'),
  }),
  refusal({
    id: 'bookings.create.no-route',
    title: 'an order without a route responds 400',
    source,
    send: (run) => post('/bookings', without(run, 'stops')),
    expect: invalid(),
  }),
  refusal({
    id: 'bookings.create.stops-1',
    title: 'one stop responds 400',
    source,
    send: (run) => post('/bookings', orderOf(run, { stops: stopsOf(run, 1) })),
    expect: invalid('stops'),
  }),
  refusal({
    id: 'bookings.create.stops-8',
    title: '8 stops respond 400',
    source,
    send: (run) => post('/bookings', orderOf(run, { stops: stopsOf(run, 8) })),
    expect: invalid('stops'),
  }),
  bad('both-windows', 'both window forms respond 400', { arrival_window_id: unknownId }, invalid()),
  bad(
    'window-past',
    'a window in the past is refused',
    { arrival_window_from: '2020-01-31T15:00:00Z' },
    { status: [400, 422], param: 'arrival_window_from' },
  ),
  bad(
    'window-no-time',
    'a window that is not a date-time responds 400',
    { arrival_window_from: 'tomorrow' },
    invalid('arrival_window_from'),
  ),
  bad(
    'window-ref',
    '`arrival_window_ref` is origin or destination',
    { arrival_window_ref: 'midway' },
    invalid('arrival_window_ref'),
  ),
  bad('product', '`product` is one of the enum', { product: 'rickshaw' }, invalid('product')),
  bad('tip-99', 'a tip from 1 to 99 cents responds 400', { tip: 99 }, { status: 400, param: 'tip' }),
  bad('tip-negative', 'a negative tip responds 400', { tip: -100 }, { status: 400, param: 'tip' }),
  bad('tip-fraction', 'a tip that is not an integer responds 400', { tip: 100.5 }, invalid('tip')),
  bad('tip-text', 'a tip as text responds 400', { tip: '500' }, invalid('tip')),
  bad('photo-urls', '`photo_urls` are URIs', { photo_urls: ['sofa.jpg'] }, invalid('photo_urls[0]')),
  bad('metadata', '`metadata` is an object', { metadata: ['a'] }, invalid('metadata')),
  bad(
    'notifications',
    '`customer_notifications_enabled` is a boolean',
    { customer_notifications_enabled: 'no' },
    invalid('customer_notifications_enabled'),
  ),
  bad(
    'customer-unreachable',
    'a customer has an e-mail address or a phone number',
    { customer: { name: 'Ada Park' } },
    { status: 400, type: 'validation_error' },
    { contract: 'Customer' },
  ),
  bad(
    'customer-closed',
    'a customer has no additional properties',
    { customer: { ...customer, age: 41 } },
    invalid('customer.age'),
    { contract: 'Customer' },
  ),
  bad(
    'customer-phone',
    'the phone number of a customer is E.164',
    { customer: { name: 'Ada Park', phone_number: '212 555 0142' } },
    invalid('customer.phone_number'),
    { contract: 'Customer' },
  ),
  bad(
    'customer-email',
    'the e-mail address of a customer has its format',
    { customer: { name: 'Ada Park', email: 'ada' } },
    invalid('customer.email'),
    { contract: 'Customer' },
  ),
  bad(
    'test-mode',
    '`test_specifications.mode` is auto',
    { test_specifications: { mode: 'manual' } },
    invalid('test_specifications.mode'),
  ),
  bad('test-no-mode', '`test_specifications.mode` is required', { test_specifications: {} }, invalid()),
  bad(
    'test-closed',
    '`test_specifications` has no other properties',
    { test_specifications: { mode: 'auto', speed: 2 } },
    invalid('test_specifications.speed'),
  ),
  bad(
    'crews-busy',
    'the service may refuse a booking with 503',
    { order_number: 'sandbox:crews_busy' },
    { status: 503, code: 'crews_busy' },
    { guide: 'sandbox' },
  ),
];

/** Refused orders must not leave a booking. */
const nothingSaved: Check = {
  id: 'bookings.create.addon',
  title: 'an unknown add-on is refused, and no booking is saved',
  source,
  judge: async (run) => {
    const order_number = `${run.name}-refused`;
    const refused = await run.post('/bookings', orderOf(run, { order_number, addons: ['teleport'] }));
    expectError(refused, { status: [400, 422], param: 'addons[0]' });
    const list = await run.get(`/bookings?order_number=${order_number}`);
    expectThat(list, listAt(list, 'data').length === 0, 'no booking', 'a booking');
  },
};

export const bookingsCreate: Section = {
  title: 'Create and retrieve bookings',
  checks: [...successes, ...refusals, nothingSaved],
};
