// Routes of /operator/calendar and /operator/capacity-overrides: use of capacity per hour, and capacity overrides.
import { type Static, Type } from 'typebox';
import { operatorOperation } from '../../../http/openapi-operation.ts';
import { operatorOf } from '../../../http/operator-middleware.ts';
import { problemExample } from '../../../http/problem-example.ts';
import { answer, ErrorSchema, ref } from '../../../http/schemas.ts';
import type { HttpServer } from '../../../http/server.ts';
import {
  createOverride,
  type NewOverride,
  previewOverride,
  removeOverride,
} from '../../areas/system/manage-overrides.ts';
import { listOverrides } from '../../areas/system/override-store.ts';
import { idOf } from '../booking-action-routes.ts';
import { type ConsoleContext, originOf } from '../console-context.ts';
import * as wire from './calendar-schemas.ts';
import { presentOverbooked, presentOverride } from './override-view.ts';
import { readCalendar } from './read-calendar.ts';

const reads = { role: 'viewer' } as const;
const writes = { role: 'dispatcher' } as const;

export async function calendarRoutes(
  app: HttpServer,
  { context }: { readonly context: ConsoleContext },
): Promise<void> {
  app.get('/calendar', { config: reads, schema: calendarOperation }, async (request, reply) => {
    const { area: areaSlug, time_zone: timeZone, from: firstDay, days: dayCount = 14 } = request.query;
    return reply.send(await readCalendar(context, { areaSlug, timeZone, firstDay, dayCount }));
  });

  app.get('/capacity-overrides', { config: reads, schema: listOperation }, async (request, reply) => {
    // Starts with yesterday in UTC: in some time zones that day is not over yet.
    const sinceDay = new Date(context.clock.now().getTime() - 86_400_000).toISOString().slice(0, 10);
    const found = await listOverrides(context.system, { areaSlug: request.query.area, sinceDay });
    return reply.send({ data: found.map(presentOverride) });
  });

  app.post(
    '/capacity-overrides/preview',
    { config: writes, schema: previewOperation },
    async (request, reply) => {
      const overbooked = await previewOverride(context, readOverride(request.body));
      return reply.send({ overbooked: overbooked.map(presentOverbooked) });
    },
  );

  app.post('/capacity-overrides', { config: writes, schema: createOperation }, async (request, reply) => {
    const origin = originOf(operatorOf(request), request.id);
    const made = await createOverride(context, readOverride(request.body), origin);
    return reply
      .code(201)
      .send({ override: presentOverride(made.override), overbooked: made.overbooked.map(presentOverbooked) });
  });

  app.delete(
    '/capacity-overrides/:id',
    { config: writes, schema: removeOperation },
    async (request, reply) => {
      const origin = originOf(operatorOf(request), request.id);
      return reply.send(presentOverride(await removeOverride(context, idOf(request), origin)));
    },
  );
}

function readOverride(body: Static<typeof wire.NewOverrideSchema>): NewOverride {
  const { area: areaSlug, product = null, kind, first_day: firstDay, capacity = null, reason = null } = body;
  const { last_day: lastDay = firstDay, from = '00:00', to = '24:00' } = body;
  const [fromHour, toHour] = [Number.parseInt(from, 10), Number.parseInt(to, 10)];
  return { areaSlug, product, kind, firstDay, lastDay, fromHour, toHour, capacity, reason };
}

const refused = answer(ErrorSchema, 'A parameter is not valid; `param` names it.', [
  problemExample('invalid_parameter', 'last_day must not be before first_day.', { param: 'last_day' }),
]);

const calendarOperation = {
  ...operatorOperation('Capacity'),
  operationId: 'calendar.get',
  summary: 'See how full hours are',
  description: 'What is reserved of the places that an area has, hour by hour, for every product.',
  querystring: wire.CalendarQuerySchema,
  response: {
    200: answer(wire.CalendarSchema, 'The calendar.'),
    404: answer(ErrorSchema, 'There is no such area.', [
      problemExample('not_found', 'There is no such service area.', { param: 'area' }),
    ]),
  },
};

const listOperation = {
  ...operatorOperation('Capacity'),
  operationId: 'capacityOverrides.list',
  summary: 'List exceptions',
  description: 'Holidays, block-outs and other numbers of places that are not over.',
  querystring: wire.OverrideQuerySchema,
  response: { 200: answer(wire.OverrideListSchema, 'The exceptions.') },
};

const previewOperation = {
  ...operatorOperation('Capacity'),
  operationId: 'capacityOverrides.preview',
  summary: 'See what an exception would do',
  description: 'Names the hours that would hold more bookings than they would have places. Changes nothing.',
  body: ref(wire.NewOverrideSchema),
  response: { 200: answer(wire.OverridePreviewSchema, 'What it would do.'), 400: refused },
};

const createOperation = {
  ...operatorOperation('Capacity'),
  operationId: 'capacityOverrides.create',
  summary: 'Make an exception',
  description:
    'From now on every process offers the area so. Closed hours are no longer listed, and booking one is refused as a window ' +
    'that was lost. Bookings that are there stay; hours that hold more than they now have places are named. Where exceptions ' +
    'overlap, closed wins; of two numbers the later one.',
  body: ref(wire.NewOverrideSchema),
  response: { 201: answer(wire.MadeOverrideSchema, 'What was made.'), 400: refused },
};

const removeOperation = {
  ...operatorOperation('Capacity'),
  operationId: 'capacityOverrides.remove',
  summary: 'Remove an exception',
  description: 'The area offers again what its document and the other exceptions say.',
  params: Type.Object({ id: Type.String({ description: 'Its id.' }) }),
  response: {
    200: answer(wire.OverrideSchema, 'What was removed.'),
    404: answer(ErrorSchema, 'There is no such exception.', [
      problemExample('not_found', 'There is no such exception.'),
    ]),
  },
};
