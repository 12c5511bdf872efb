// Routes of /operator/crews and /crew-schedule.
import { type Static, Type } from 'typebox';
import { type OperatorOperation, operatorOperations } from '../../../http/operations/operator-operation.ts';
import { operatorPrefix } from '../../../http/operations/operator-path.ts';
import { answer, DateTime, ref, Uuid } from '../../../http/operations/schemas.ts';
import { operatorActor } from '../../../http/surfaces/operator-middleware.ts';
import { crewSchedule, listCrews } from '../../dispatch/system/list-crews.ts';
import { createCrew, loadCrew, retireCrew, updateCrew } from '../../dispatch/system/manage-crews.ts';
import { reportCrewPosition } from '../../dispatch/system/report-position.ts';
import { PositionSchema } from '../bookings/progress-schemas.ts';
import type { ConsoleContext } from '../console-context.ts';
import { create, notFound, paramsOf, retire, retiredQuery, spanOf, update } from './roster-definitions.ts';
import * as wire from './roster-schemas.ts';
import { presentCrew, presentListedCrew, presentScheduledCrew } from './roster-view.ts';

const operation = operatorOperations<ConsoleContext>({ tag: 'Crews' });

export const crewOperations: readonly OperatorOperation<ConsoleContext>[] = [
  operation({
    method: 'GET',
    path: '/crews',
    role: 'viewer',
    id: 'crews.list',
    summary: 'List crews',
    description:
      'Returns crews ordered by name, with their current or next shift and engagement. To get the next page, ' +
      'request the URL in `next` unchanged.',
    query: Type.Object({
      ...retiredQuery.properties,
      area: Type.Optional(
        Type.String({
          maxLength: 255,
          description: 'Slug of a service area to filter by. Includes crews without home areas.',
        }),
      ),
      after: Type.Optional(Uuid({ description: 'Id of the last crew of the previous page; set by `next`.' })),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 200, description: 'Maximum number of crews. Default: 100.' }),
      ),
    }),
    responses: { 200: answer(wire.CrewListSchema, 'A page of crews.') },
    handler: async ({ context, request }) => {
      const { area, after: afterId, include_retired = false, limit = 100 } = request.query;
      const after = afterId === undefined ? undefined : await loadCrew(context, afterId);
      const filter = { areaSlug: area, after, includesRetired: include_retired, limit: limit + 1 };
      const found = await listCrews(context, filter);
      const crews = found.slice(0, limit);
      const last = found.length > limit ? crews.at(-1) : undefined;
      const query = new URLSearchParams({
        ...(area !== undefined && { area }),
        ...(include_retired && { include_retired: 'true' }),
        limit: String(limit),
        after: last?.id ?? '',
      });
      const next = last
        ? `${context.environment.publicUrl}${operatorPrefix}/crews?${query.toString()}`
        : null;
      return { data: crews.map(presentListedCrew), next };
    },
  }),

  operation({
    method: 'POST',
    path: '/crews',
    role: 'dispatcher',
    ...create(
      'crew',
      wire.NewCrewSchema,
      wire.RosterCrewSchema,
      'Creates a crew. Vehicle and crew members can be added later; a crew without them gets no bookings.',
    ),
    handler: async ({ context, request }) => {
      const input = { name: request.body.name, ...partsOf(request.body) };
      return presentCrew(await createCrew(context, operatorActor(request), input));
    },
  }),

  operation({
    method: 'GET',
    path: '/crews/:id',
    role: 'viewer',
    id: 'crews.get',
    summary: 'Retrieve a crew',
    description: 'Returns a crew with its vehicle, crew members and last position.',
    params: paramsOf('crew'),
    responses: { 200: answer(wire.RosterCrewSchema, 'The crew.'), 404: notFound('crew') },
    handler: async ({ context, request }) => presentCrew(await loadCrew(context, request.params.id)),
  }),

  operation({
    method: 'PATCH',
    path: '/crews/:id',
    role: 'dispatcher',
    ...update(
      'crew',
      wire.CrewUpdateSchema,
      wire.RosterCrewSchema,
      'Changes the fields that are present in the request body. Bookings in which the crew is engaged show the ' +
        'new data and emit `booking.crew_changed` if the partner sees a difference.',
    ),
    handler: async ({ context, request }) => {
      const { name } = request.body;
      const change = { id: request.params.id, ...(name !== undefined && { name }), ...partsOf(request.body) };
      return presentCrew(await updateCrew(context, operatorActor(request), change));
    },
  }),

  operation({
    method: 'DELETE',
    path: '/crews/:id',
    role: 'dispatcher',
    ...retire(
      'crew',
      wire.RosterCrewSchema,
      'Takes a crew out of service and releases its vehicle and crew members. Fails with 409 while the crew is ' +
        'engaged.',
    ),
    handler: async ({ context, request }) =>
      presentCrew(await retireCrew(context, operatorActor(request), request.params.id)),
  }),

  operation({
    method: 'POST',
    path: '/crews/:id/position',
    role: 'dispatcher',
    id: 'crews.reportPosition',
    summary: 'Report the position of a crew',
    description:
      'Stores the position from which the travel time to the next job is calculated. To update the position ' +
      'that a booking shows, use `POST /operator/bookings/{id}/position`.',
    params: paramsOf('crew'),
    body: ref(PositionSchema),
    responses: { 204: Type.Null({ description: 'The position is stored.' }), 404: notFound('crew') },
    handler: async ({ context, request }) => {
      const [longitude, latitude] = request.body.location;
      await reportCrewPosition(context, { crewId: request.params.id, longitude, latitude });
    },
  }),

  operation({
    method: 'GET',
    path: '/crew-schedule',
    role: 'viewer',
    id: 'crews.schedule',
    summary: 'Retrieve the crew schedule',
    description: 'Returns all crews with their shifts and engagements in a time span of at most 31 days.',
    query: Type.Object({
      from: DateTime({ description: 'Start of the time span, inclusive.' }),
      to: DateTime({ description: 'End of the time span, exclusive. At most 31 days after `from`.' }),
      area: Type.Optional(
        Type.String({
          maxLength: 255,
          description: 'Slug of a service area to filter by. Includes crews without home areas.',
        }),
      ),
    }),
    responses: { 200: answer(wire.CrewScheduleSchema, 'The crews with their schedules.') },
    handler: async ({ context, request }) => {
      const { from, to, area } = request.query;
      const crews = await crewSchedule(context, { ...spanOf(from, to), areaSlug: area });
      return { data: crews.map(presentScheduledCrew) };
    },
  }),
];

function partsOf(body: Omit<Static<typeof wire.CrewUpdateSchema>, 'name'>) {
  return {
    rating: body.rating,
    vehicleId: body.vehicle_id,
    memberIds: body.member_ids,
    homeAreas: body.home_areas,
    autoAccept: body.auto_accept,
  };
}
