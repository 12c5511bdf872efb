// Routes of /operator/calendar and /operator/capacity-overrides: use of capacity per hour, and capacity overrides.
import type { Static } from 'typebox';
import { idParams, noSuch, problemExample } from '../../../http/openapi/problem-example.ts';
import { type OperatorOperation, operatorOperations } from '../../../http/operations/operator-operation.ts';
import { answer, ErrorSchema, ref } from '../../../http/operations/schemas.ts';
import { operatorActor } from '../../../http/surfaces/operator-middleware.ts';
import {
  createOverride,
  type NewOverride,
  previewOverride,
  removeOverride,
} from '../../areas/system/manage-overrides.ts';
import { listOverrides } from '../../areas/system/override-store.ts';
import type { ConsoleContext } from '../console-context.ts';
import { bookingsInHours } from './affected-booking-store.ts';
import * as wire from './calendar-schemas.ts';
import { presentOverbooked, presentOverride } from './override-view.ts';
import { readCalendar } from './read-calendar.ts';

const refused = answer(ErrorSchema, 'A parameter is invalid; `param` names it.', [
  problemExample('invalid_parameter', 'last_day must not be before first_day.', { param: 'last_day' }),
]);

/** Upper limit of bookings that a preview names. */
const maxBookings = 100;

const operation = operatorOperations<ConsoleContext>({ tag: 'Capacity' });

export const calendarOperations: readonly OperatorOperation<ConsoleContext>[] = [
  operation({
    method: 'GET',
    path: '/calendar',
    role: 'viewer',
    id: 'calendar.get',
    summary: 'Retrieve the capacity calendar',
    description:
      'Returns the reserved and available capacity of a service area per hour and product, with its capacity ' +
      'overrides. Covers 14 days by default and at most 31.',
    query: wire.CalendarQuerySchema,
    responses: {
      200: answer(wire.CalendarSchema, 'The capacity calendar.'),
      404: answer(ErrorSchema, 'There is no such service area.', [
        problemExample('not_found', 'No service area has this slug.', { param: 'area' }),
      ]),
    },
    handler: async ({ context, request }) => {
      const { area: areaSlug, time_zone: timeZone, from: firstDay, days: dayCount = 14 } = request.query;
      return await readCalendar(context, { areaSlug, timeZone, firstDay, dayCount });
    },
  }),

  operation({
    method: 'GET',
    path: '/capacity-overrides',
    role: 'viewer',
    id: 'capacityOverrides.list',
    summary: 'List capacity overrides',
    description: 'Returns holidays, block-outs and changed capacities that are not over, ordered by time.',
    query: wire.OverrideQuerySchema,
    responses: { 200: answer(wire.OverrideListSchema, 'The capacity overrides.') },
    handler: async ({ context, request }) => {
      // Starts with yesterday in UTC: in some time zones that day is not over yet.
      const sinceDay = new Date(context.clock.now().getTime() - 86_400_000).toISOString().slice(0, 10);
      const found = await listOverrides(context.system, { areaSlug: request.query.area, sinceDay });
      return { data: found.map(presentOverride) };
    },
  }),

  operation({
    method: 'POST',
    path: '/capacity-overrides/preview',
    role: 'dispatcher',
    id: 'capacityOverrides.preview',
    summary: 'Preview a capacity override',
    description:
      'Returns the hours that would have more reservations than capacity with the override, and the bookings in ' +
      'them. Changes nothing.',
    body: ref(wire.NewOverrideSchema),
    responses: { 200: answer(wire.OverridePreviewSchema, 'Effect of the override.'), 400: refused },
    handler: async ({ context, request }) => {
      const override = readOverride(request.body);
      const overbooked = await previewOverride(context, override);
      const bookings = await bookingsInHours(context.system, override.areaSlug, overbooked, maxBookings);
      return { overbooked: overbooked.map(presentOverbooked), bookings };
    },
  }),

  operation({
    method: 'POST',
    path: '/capacity-overrides',
    role: 'dispatcher',
    id: 'capacityOverrides.create',
    summary: 'Create a capacity override',
    description:
      'Changes the capacity of an area for the given days and hours. It applies immediately in every ' +
      'process: closed hours are no longer offered, and booking one of their windows fails. Existing ' +
      'bookings stay; the response lists the hours that are now overbooked. If overrides overlap, a closed ' +
      'one takes precedence, otherwise the one created last.',
    body: ref(wire.NewOverrideSchema),
    responses: {
      201: answer(wire.CreatedOverrideSchema, 'The created override and the overbooked hours.'),
      400: refused,
    },
    handler: async ({ context, request }) => {
      const actor = operatorActor(request);
      const made = await createOverride(context, readOverride(request.body), actor);
      return { override: presentOverride(made.override), overbooked: made.overbooked.map(presentOverbooked) };
    },
  }),

  operation({
    method: 'DELETE',
    path: '/capacity-overrides/:id',
    role: 'dispatcher',
    id: 'capacityOverrides.remove',
    summary: 'Delete a capacity override',
    description:
      'Removes an override. The area document and the remaining overrides apply again immediately.',
    params: idParams('override'),
    responses: {
      200: answer(wire.OverrideSchema, 'The deleted override.'),
      404: noSuch('capacity override'),
    },
    handler: async ({ context, request }) => {
      const actor = operatorActor(request);
      return presentOverride(await removeOverride(context, request.params.id, actor));
    },
  }),
];

function readOverride(body: Static<typeof wire.NewOverrideSchema>): NewOverride {
  const { area: areaSlug, product = null, kind, first_day: firstDay, capacity = null, reason = null } = body;
  const { last_day: lastDay = firstDay, from = '00:00', to = '24:00' } = body;
  const [fromHour, toHour] = [Number.parseInt(from, 10), Number.parseInt(to, 10)];
  return { areaSlug, product, kind, firstDay, lastDay, fromHour, toHour, capacity, reason };
}
