// Routes of /operator/calendar and /operator/capacity-overrides: use of capacity per hour, and capacity overrides.
import { type Static, Type } from 'typebox';
import { operatorOperation } from '../../../http/openapi-operation.ts';
import { operatorActor } from '../../../http/operator-middleware.ts';
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
import type { ConsoleContext } from '../console-context.ts';
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
    const actor = operatorActor(request);
    const made = await createOverride(context, readOverride(request.body), actor);
    return reply
      .code(201)
      .send({ override: presentOverride(made.override), overbooked: made.overbooked.map(presentOverbooked) });
  });

  app.delete(
    '/capacity-overrides/:id',
    { config: writes, schema: removeOperation },
    async (request, reply) => {
      const actor = operatorActor(request);
      return reply.send(presentOverride(await removeOverride(context, idOf(request), actor)));
    },
  );
}

function readOverride(body: Static<typeof wire.NewOverrideSchema>): NewOverride {
  const { area: areaSlug, product = null, kind, first_day: firstDay, capacity = null, reason = null } = body;
  const { last_day: lastDay = firstDay, from = '00:00', to = '24:00' } = body;
  const [fromHour, toHour] = [Number.parseInt(from, 10), Number.parseInt(to, 10)];
  return { areaSlug, product, kind, firstDay, lastDay, fromHour, toHour, capacity, reason };
}

const refused = answer(ErrorSchema, 'A parameter is invalid; `param` names it.', [
  problemExample('invalid_parameter', 'last_day must not be before first_day.', { param: 'last_day' }),
]);

const calendarOperation = {
  ...operatorOperation('Capacity'),
  operationId: 'calendar.get',
  summary: 'Retrieve the capacity calendar',
  description:
    'Returns the reserved and available capacity of a service area per hour and product, with its capacity ' +
    'overrides. Covers 14 days by default and at most 31.',
  querystring: wire.CalendarQuerySchema,
  response: {
    200: answer(wire.CalendarSchema, 'The capacity calendar.'),
    404: answer(ErrorSchema, 'There is no such service area.', [
      problemExample('not_found', 'No service area has this slug.', { param: 'area' }),
    ]),
  },
};

const listOperation = {
  ...operatorOperation('Capacity'),
  operationId: 'capacityOverrides.list',
  summary: 'List capacity overrides',
  description: 'Returns holidays, block-outs and changed capacities that are not over, ordered by time.',
  querystring: wire.OverrideQuerySchema,
  response: { 200: answer(wire.OverrideListSchema, 'The capacity overrides.') },
};

const previewOperation = {
  ...operatorOperation('Capacity'),
  operationId: 'capacityOverrides.preview',
  summary: 'Preview a capacity override',
  description:
    'Returns the hours that would have more reservations than capacity with the override. Changes nothing.',
  body: ref(wire.NewOverrideSchema),
  response: { 200: answer(wire.OverridePreviewSchema, 'Effect of the override.'), 400: refused },
};

const createOperation = {
  ...operatorOperation('Capacity'),
  operationId: 'capacityOverrides.create',
  summary: 'Create a capacity override',
  description:
    'Changes the capacity of an area for the given days and hours. It applies immediately in every ' +
    'process: closed hours are no longer offered, and booking one of their windows fails. Existing ' +
    'bookings stay; the response lists the hours that are now overbooked. If overrides overlap, a closed ' +
    'one takes precedence, otherwise the one created last.',
  body: ref(wire.NewOverrideSchema),
  response: {
    201: answer(wire.CreatedOverrideSchema, 'The created override and the overbooked hours.'),
    400: refused,
  },
};

const removeOperation = {
  ...operatorOperation('Capacity'),
  operationId: 'capacityOverrides.remove',
  summary: 'Delete a capacity override',
  description: 'Removes an override. The area document and the remaining overrides apply again immediately.',
  params: Type.Object({ id: Type.String({ description: 'Id of the override.' }) }),
  response: {
    200: answer(wire.OverrideSchema, 'The deleted override.'),
    404: answer(ErrorSchema, 'There is no such capacity override.', [
      problemExample('not_found', 'No capacity override has this id.'),
    ]),
  },
};
