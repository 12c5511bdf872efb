// OpenAPI operations of crews, crew members, vehicles and shifts.
import { type TSchema, Type } from 'typebox';
import { operatorOperation } from '../../../http/openapi-operation.ts';
import { problemExample } from '../../../http/problem-example.ts';
import { answer, DateTime, ErrorSchema, ref, Uuid } from '../../../http/schemas.ts';
import { PositionSchema } from '../bookings/progress-schemas.ts';
import * as wire from './roster-schemas.ts';

type Thing = 'crew' | 'vehicle' | 'member' | 'shift';

const words: Readonly<Record<Thing, { tag: string; one: string; many: string; says: string }>> = {
  crew: { tag: 'Crews', one: 'a crew', many: 'crews', says: 'There is no such crew.' },
  vehicle: { tag: 'Crews', one: 'a vehicle', many: 'vehicles', says: 'There is no such vehicle.' },
  member: { tag: 'Crews', one: 'a person', many: 'members', says: 'There is no such crew member.' },
  shift: { tag: 'Shifts', one: 'a shift', many: 'shifts', says: 'There is no such shift.' },
};

const params = Type.Object({ id: Type.String({ description: 'Its id.' }) });
const notFound = (thing: Thing) =>
  answer(ErrorSchema, words[thing].says, [problemExample('not_found', words[thing].says)]);
const engaged = answer(ErrorSchema, 'Bookings that are under way stand in the way; the message says which.', [
  problemExample('crew_unavailable', 'The crew is engaged in 1 bookings. Give them to another crew first.', {
    param: 'id',
  }),
]);

function operation(thing: Thing, name: string, summary: string, description: string) {
  const { tag, many } = words[thing];
  return { ...operatorOperation(tag), operationId: `${many}.${name}`, summary, description };
}

const create = <Body extends TSchema, Answer extends TSchema>(
  thing: Thing,
  body: Body,
  result: Answer,
  description: string,
) => ({
  ...operation(thing, 'create', `Add ${words[thing].one}`, description),
  body: ref(body),
  response: { 201: answer(result, 'What was added.') },
});

const update = <Body extends TSchema, Answer extends TSchema>(
  thing: Thing,
  body: Body,
  result: Answer,
  description: string,
) => ({
  ...operation(thing, 'update', `Change ${words[thing].one}`, description),
  params,
  body: ref(body),
  response: { 200: answer(result, 'As it is now.'), 404: notFound(thing), 409: engaged },
});

const retire = (thing: Thing, result: TSchema, description: string) => ({
  ...operation(thing, 'retire', `Retire ${words[thing].one}`, description),
  params,
  response: { 200: answer(result, 'As it is now.'), 404: notFound(thing), 409: engaged },
});

const retiredQuery = Type.Object({
  include_retired: Type.Optional(Type.Boolean({ description: 'true: also those out of service.' })),
});

export const createCrew = create(
  'crew',
  wire.NewCrewSchema,
  wire.RosterCrewSchema,
  'It may wait for its vehicle and its people.',
);
export const updateCrew = update(
  'crew',
  wire.CrewUpdateSchema,
  wire.RosterCrewSchema,
  'Bookings that the crew is engaged in show it as it is then, and emit `booking.crew_changed` where partners see a difference.',
);
export const retireCrew = retire(
  'crew',
  wire.RosterCrewSchema,
  'Refused while it is engaged. Its vehicle and people are free for others afterwards.',
);
export const readCrew = {
  ...operation('crew', 'get', 'Read a crew', 'The crew as it is now.'),
  params,
  response: { 200: answer(wire.RosterCrewSchema, 'The crew.'), 404: notFound('crew') },
};
export const listCrews = {
  ...operation('crew', 'list', 'List crews', 'By name, with what each is up to. Follow `next` unchanged.'),
  querystring: Type.Object({
    ...retiredQuery.properties,
    area: Type.Optional(Type.String({ maxLength: 255, description: 'Only those that work in this area.' })),
    after: Type.Optional(Uuid({ description: 'The crew that the page before ended with.' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Default: 100.' })),
  }),
  response: { 200: answer(wire.CrewListSchema, 'A page.') },
};
export const locateCrew = {
  ...operation(
    'crew',
    'reportPosition',
    'Where a crew is',
    'Where its next job begins from. What a booking shows is told at the booking.',
  ),
  params,
  body: ref(PositionSchema),
  response: { 204: Type.Null({ description: 'Kept.' }), 404: notFound('crew') },
};
export const schedule = {
  ...operation(
    'crew',
    'schedule',
    'A day of all crews',
    'Crews with their shifts and what they are or were engaged in within the time, at most 31 days.',
  ),
  querystring: Type.Object({
    from: DateTime({ description: 'From when.' }),
    to: DateTime({ description: 'Until when.' }),
    area: Type.Optional(Type.String({ maxLength: 255, description: 'Only those that work in this area.' })),
  }),
  response: { 200: answer(wire.CrewScheduleSchema, 'The crews.') },
};

export const createVehicle = create(
  'vehicle',
  wire.NewVehicleSchema,
  wire.VehicleSchema,
  'A vehicle of the company.',
);
export const updateVehicle = update(
  'vehicle',
  wire.VehicleUpdateSchema,
  wire.VehicleSchema,
  'Its type stays while its crew is engaged: partners were told of it.',
);
export const retireVehicle = retire('vehicle', wire.VehicleSchema, 'Refused while a crew drives it.');
export const listVehicles = {
  ...operation('vehicle', 'list', 'List vehicles', 'By name.'),
  querystring: retiredQuery,
  response: { 200: answer(wire.VehicleListSchema, 'The vehicles.') },
};

export const createMember = create(
  'member',
  wire.NewMemberSchema,
  wire.MemberSchema,
  'Somebody who carries jobs out.',
);
export const updateMember = update(
  'member',
  wire.MemberUpdateSchema,
  wire.MemberSchema,
  'Bookings under way show the person as they were when the crew was assigned.',
);
export const retireMember = retire('member', wire.MemberSchema, 'Refused while their crew is engaged.');
export const listMembers = {
  ...operation('member', 'list', 'List people', 'By name.'),
  querystring: retiredQuery,
  response: { 200: answer(wire.MemberListSchema, 'The people.') },
};

export const createShift = create(
  'shift',
  wire.NewShiftSchema,
  wire.ShiftSchema,
  'Shifts of one crew never overlap.',
);
export const updateShift = update(
  'shift',
  wire.ShiftUpdateSchema,
  wire.ShiftSchema,
  'Other times for the same crew.',
);
export const removeShift = {
  ...operation('shift', 'remove', 'Remove a shift', 'Refused while the crew is engaged within it.'),
  params,
  response: { 204: Type.Null({ description: 'It is gone.' }), 404: notFound('shift'), 409: engaged },
};
export const listShifts = {
  ...operation('shift', 'list', 'List shifts', 'Those that touch the time, in its order; at most 500.'),
  querystring: Type.Object({
    from: DateTime({ description: 'From when.' }),
    to: DateTime({ description: 'Until when.' }),
    crew_id: Type.Optional(Uuid({ description: 'Of this crew.' })),
  }),
  response: { 200: answer(wire.ShiftListSchema, 'The shifts.') },
};
