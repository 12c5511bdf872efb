// OpenAPI operations of crews, crew members, vehicles and shifts.
import { type TSchema, Type } from 'typebox';
import { operatorOperation } from '../../../http/openapi-operation.ts';
import { problemExample } from '../../../http/problem-example.ts';
import { answer, DateTime, ErrorSchema, ref, Uuid } from '../../../http/schemas.ts';
import { PositionSchema } from '../bookings/progress-schemas.ts';
import * as wire from './roster-schemas.ts';

type Resource = 'crew' | 'vehicle' | 'member' | 'shift';

const resources: Readonly<Record<Resource, { tag: string; noun: string; prefix: string }>> = {
  crew: { tag: 'Crews', noun: 'crew', prefix: 'crews' },
  vehicle: { tag: 'Crews', noun: 'vehicle', prefix: 'vehicles' },
  member: { tag: 'Crews', noun: 'crew member', prefix: 'members' },
  shift: { tag: 'Shifts', noun: 'shift', prefix: 'shifts' },
};

const paramsOf = (resource: Resource) =>
  Type.Object({ id: Type.String({ description: `Id of the ${resources[resource].noun}.` }) });
const notFound = (resource: Resource) => {
  const { noun } = resources[resource];
  return answer(ErrorSchema, `There is no such ${noun}.`, [
    problemExample('not_found', `No ${noun} has this id.`),
  ]);
};
const engaged = answer(ErrorSchema, 'Open bookings prevent this change; the message names them.', [
  problemExample('crew_unavailable', 'The crew is engaged in 1 booking. Assign it to another crew first.', {
    param: 'id',
  }),
]);

function operation(resource: Resource, name: string, summary: string, description: string) {
  const { tag, prefix } = resources[resource];
  return { ...operatorOperation(tag), operationId: `${prefix}.${name}`, summary, description };
}

const create = <Body extends TSchema, Answer extends TSchema>(
  resource: Resource,
  body: Body,
  result: Answer,
  description: string,
) => ({
  ...operation(resource, 'create', `Create a ${resources[resource].noun}`, description),
  body: ref(body),
  response: { 201: answer(result, `The created ${resources[resource].noun}.`) },
});

const update = <Body extends TSchema, Answer extends TSchema>(
  resource: Resource,
  body: Body,
  result: Answer,
  description: string,
) => ({
  ...operation(resource, 'update', `Update a ${resources[resource].noun}`, description),
  params: paramsOf(resource),
  body: ref(body),
  response: {
    200: answer(result, `The updated ${resources[resource].noun}.`),
    404: notFound(resource),
    409: engaged,
  },
});

const retire = (resource: Resource, result: TSchema, description: string) => ({
  ...operation(resource, 'retire', `Retire a ${resources[resource].noun}`, description),
  params: paramsOf(resource),
  response: {
    200: answer(result, `The retired ${resources[resource].noun}.`),
    404: notFound(resource),
    409: engaged,
  },
});

const retiredQuery = Type.Object({
  include_retired: Type.Optional(
    Type.Boolean({ description: 'Whether to include what is retired. Default: false.' }),
  ),
});

export const createCrew = create(
  'crew',
  wire.NewCrewSchema,
  wire.RosterCrewSchema,
  'Creates a crew. Vehicle and crew members can be added later; a crew without them gets no bookings.',
);
export const updateCrew = update(
  'crew',
  wire.CrewUpdateSchema,
  wire.RosterCrewSchema,
  'Changes the fields that are present in the request body. Bookings in which the crew is engaged show the ' +
    'new data and emit `booking.crew_changed` if the partner sees a difference.',
);
export const retireCrew = retire(
  'crew',
  wire.RosterCrewSchema,
  'Takes a crew out of service and releases its vehicle and crew members. Fails with 409 while the crew is ' +
    'engaged.',
);
export const readCrew = {
  ...operation(
    'crew',
    'get',
    'Retrieve a crew',
    'Returns a crew with its vehicle, crew members and last position.',
  ),
  params: paramsOf('crew'),
  response: { 200: answer(wire.RosterCrewSchema, 'The crew.'), 404: notFound('crew') },
};
export const listCrews = {
  ...operation(
    'crew',
    'list',
    'List crews',
    'Returns crews ordered by name, with their current or next shift and engagement. To get the next page, ' +
      'request the URL in `next` unchanged.',
  ),
  querystring: Type.Object({
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
  response: { 200: answer(wire.CrewListSchema, 'A page of crews.') },
};
export const locateCrew = {
  ...operation(
    'crew',
    'reportPosition',
    'Report the position of a crew',
    'Stores the position from which the travel time to the next job is calculated. To update the position ' +
      'that a booking shows, use `POST /operator/bookings/{id}/position`.',
  ),
  params: paramsOf('crew'),
  body: ref(PositionSchema),
  response: { 204: Type.Null({ description: 'The position is stored.' }), 404: notFound('crew') },
};
export const schedule = {
  ...operation(
    'crew',
    'schedule',
    'Retrieve the crew schedule',
    'Returns all crews with their shifts and engagements in a time span of at most 31 days.',
  ),
  querystring: Type.Object({
    from: DateTime({ description: 'Start of the time span, inclusive.' }),
    to: DateTime({ description: 'End of the time span, exclusive. At most 31 days after `from`.' }),
    area: Type.Optional(
      Type.String({
        maxLength: 255,
        description: 'Slug of a service area to filter by. Includes crews without home areas.',
      }),
    ),
  }),
  response: { 200: answer(wire.CrewScheduleSchema, 'The crews with their schedules.') },
};

export const createVehicle = create(
  'vehicle',
  wire.NewVehicleSchema,
  wire.VehicleSchema,
  'Creates a vehicle. Names must be unique.',
);
export const updateVehicle = update(
  'vehicle',
  wire.VehicleUpdateSchema,
  wire.VehicleSchema,
  'Changes the fields that are present in the request body. The type cannot be changed while a crew with ' +
    'this vehicle is engaged, because partners have been notified of it.',
);
export const retireVehicle = retire(
  'vehicle',
  wire.VehicleSchema,
  'Takes a vehicle out of service. Fails with 409 while it belongs to a crew.',
);
export const listVehicles = {
  ...operation('vehicle', 'list', 'List vehicles', 'Returns vehicles ordered by name, at most 500.'),
  querystring: retiredQuery,
  response: { 200: answer(wire.VehicleListSchema, 'The vehicles.') },
};

export const createMember = create(
  'member',
  wire.NewMemberSchema,
  wire.MemberSchema,
  'Creates a crew member. Add them to a crew with `PATCH /operator/crews/{id}`.',
);
export const updateMember = update(
  'member',
  wire.MemberUpdateSchema,
  wire.MemberSchema,
  'Changes the fields that are present in the request body. Open bookings keep showing the data from the ' +
    'time of assignment.',
);
export const retireMember = retire(
  'member',
  wire.MemberSchema,
  'Takes a crew member out of service and revokes their access. Fails with 409 while their crew is engaged.',
);
export const listMembers = {
  ...operation('member', 'list', 'List crew members', 'Returns crew members ordered by name, at most 500.'),
  querystring: retiredQuery,
  response: { 200: answer(wire.MemberListSchema, 'The crew members.') },
};

export const createShift = create(
  'shift',
  wire.NewShiftSchema,
  wire.ShiftSchema,
  'Creates a shift of at most 24 hours. Shifts of one crew must not overlap.',
);
export const updateShift = update(
  'shift',
  wire.ShiftUpdateSchema,
  wire.ShiftSchema,
  'Changes the start or end of a shift. The crew cannot be changed. Shifts of one crew must not overlap.',
);
export const removeShift = {
  ...operation(
    'shift',
    'remove',
    'Delete a shift',
    'Deletes a shift. Fails with 409 while the crew is engaged during the shift.',
  ),
  params: paramsOf('shift'),
  response: {
    204: Type.Null({ description: 'The shift is deleted.' }),
    404: notFound('shift'),
    409: engaged,
  },
};
export const listShifts = {
  ...operation(
    'shift',
    'list',
    'List shifts',
    'Returns shifts that overlap a time span of at most 31 days, ordered by start. At most 500.',
  ),
  querystring: Type.Object({
    from: DateTime({ description: 'Start of the time span, inclusive.' }),
    to: DateTime({ description: 'End of the time span, exclusive. At most 31 days after `from`.' }),
    crew_id: Type.Optional(Uuid({ description: 'Id of a crew to filter by.' })),
  }),
  response: { 200: answer(wire.ShiftListSchema, 'The shifts.') },
};
