// POST /schedule: arrival windows.
import type { Check, Section, Source } from '../check.ts';
import { textAt } from '../exchange.ts';
import { expectFields, expectStatus, expectThat, expectWindow } from '../expectations.ts';
import { quote, schedule, scheduledWindow, stopsOf, windowsOf } from '../fixtures.ts';
import type { Run } from '../run.ts';
import { refusal } from './refusal.ts';
import { post, unknownId } from './requests.ts';

const source: Source = { contract: 'POST /schedule' };
const routeOf = ({ options }: Run) => ({
  product: 'van',
  origin: options.stops[0],
  destination: options.stops[1],
});

const badSchedule = (
  id: string,
  title: string,
  body: (run: Run) => object,
  param?: string,
  from: Source = source,
): Check =>
  refusal({
    id: `schedule.${id}`,
    title,
    source: from,
    send: (run) => post('/schedule', body(run)),
    expect: { status: 400, type: 'validation_error', ...(param !== undefined && { param }) },
  });

export const schedules: Section = {
  title: 'Arrival windows',
  checks: [
    {
      id: 'schedule.quote',
      title: 'the schedule of a quote has windows that can be booked',
      source,
      judge: async (run) => void (await run.need(scheduledWindow)),
    },
    {
      id: 'schedule.route',
      title: 'a schedule may be requested by product, origin and destination',
      source,
      judge: async (run) => {
        const exchange = await run.post('/schedule', { ...routeOf(run), ref: 'origin' });
        expectStatus(exchange, 200);
        expectThat(exchange, windowsOf(exchange).length > 0, 'at least one window', 'none');
      },
    },
    {
      id: 'schedule.destination',
      title: '`ref` = destination lists windows of the dropoff',
      source,
      judge: async (run) => {
        const exchange = await run.post('/schedule', { ...routeOf(run), ref: 'destination' });
        expectStatus(exchange, 200);
      },
    },
    {
      id: 'schedule.on-demand',
      title: '`start_at` and `end_at` are null for on-demand windows, and only for them',
      source: { contract: 'ArrivalWindow' },
      judge: async (run) => {
        const exchange = await run.need(schedule);
        for (const { ondemand, start_at = null, end_at = null, id } of windowsOf(exchange)) {
          const holds = ondemand
            ? start_at === null && end_at === null
            : start_at !== null && end_at !== null;
          const expected = ondemand ? 'no times on demand' : 'times of a scheduled window';
          expectThat(exchange, holds, expected, { id, ondemand, start_at, end_at });
        }
      },
    },
    {
      id: 'schedule.times',
      title: 'a scheduled window begins in the future and ends after it begins',
      source,
      judge: async (run) => {
        const exchange = await run.need(schedule);
        // Five minutes of tolerance: the clocks of both machines may differ.
        const earliest = Date.now() - 300_000;
        for (const { ondemand, start_at, end_at } of windowsOf(exchange)) {
          const [start, end] = [start_at, end_at].map((at) => Date.parse(String(at)));
          const holds = ondemand === true || (Number(start) > earliest && Number(start) < Number(end));
          expectThat(exchange, holds, 'now < start_at < end_at', { start_at, end_at });
        }
      },
    },
    {
      id: 'schedule.unique-ids',
      title: 'each window has its own id',
      source: { contract: 'ArrivalWindow' },
      judge: async (run) => {
        const exchange = await run.need(schedule);
        const ids = windowsOf(exchange).map(({ id }) => id);
        expectThat(exchange, new Set(ids).size === ids.length, `${ids.length} ids`, new Set(ids).size);
      },
    },
    {
      id: 'schedule.book',
      title: 'a listed window can be booked by its id',
      source: { contract: 'POST /bookings' },
      judge: async (run) => {
        const { id, start_at, end_at } = await run.need(scheduledWindow);
        const exchange = await run.post('/bookings', {
          quote_id: textAt(await run.need(quote), 'id'),
          arrival_window_id: id,
        });
        expectStatus(exchange, 201);
        expectFields(exchange, { 'arrival_window.id': id, 'arrival_window.ondemand': false });
        expectWindow(exchange, start_at, end_at);
      },
    },
    refusal({
      id: 'schedule.unknown-quote',
      title: 'the schedule of an unknown quote responds 404',
      source,
      send: () => post('/schedule', { quote_id: unknownId }),
      expect: { status: 404 },
    }),
    badSchedule('no-product', 'a schedule by route requires `product`', (run) => {
      const { product: _left, ...rest } = routeOf(run);
      return rest;
    }),
    badSchedule('no-destination', 'a schedule by route requires `destination`', (run) => {
      const { destination: _left, ...rest } = routeOf(run);
      return rest;
    }),
    badSchedule('empty', 'a schedule without quote and route responds 400', () => ({})),
    badSchedule(
      'ref',
      '`ref` is origin or destination',
      (run) => ({ ...routeOf(run), ref: 'midway' }),
      'ref',
    ),
    badSchedule(
      'both',
      '`quote_id` together with a route responds 400',
      (run) => ({ quote_id: unknownId, ...routeOf(run) }),
      undefined,
      { guide: 'quotes-and-windows' },
    ),
    refusal({
      id: 'schedule.window-lost',
      title: 'a window that was lost responds 409, `param` arrival_window_id, `code` null',
      source: { contract: 'Errors' },
      send: async (run) =>
        post('/bookings', {
          stops: stopsOf(run, 3),
          product: 'van',
          arrival_window_id: (await run.need(scheduledWindow)).id,
          order_number: 'sandbox:window_lost',
        }),
      expect: { status: 409, type: 'invalid_request_error', param: 'arrival_window_id', code: null },
    }),
  ],
};
