// Request and response schemas of crews, crew members, vehicles and shifts.
import { type TSchema, Type } from 'typebox';
import { VEHICLE_TYPES } from '../../../domain/product.ts';
import { DateTime, Nullable, OneOf, ref, Uuid } from '../../../http/schemas.ts';

const name = (description: string) => Type.String({ minLength: 1, maxLength: 255, description });
const retiredAt = Nullable(DateTime({ description: 'When it was taken out of service; null while in it.' }));
const crewId = '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9c01';
const memberId = '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9a01';
const vehicleId = '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9b01';

const vehicleFields = {
  type: OneOf(VEHICLE_TYPES, { description: 'Which products it can carry out follows from it.' }),
  name: name('What it is called here; one of a kind.'),
  plate: Nullable(Type.String({ maxLength: 32, description: 'Its licence plate.' })),
};
const vehicleExample = { id: vehicleId, type: 'van', name: 'Van 7', plate: 'ABC 1234', retired_at: null };

export const VehicleSchema = Type.Object(
  { id: Uuid({ description: 'Its id.' }), ...vehicleFields, retired_at: retiredAt },
  { $id: 'Vehicle', description: 'A vehicle of the company.', examples: [vehicleExample] },
);

const memberFields = {
  first_name: name('What customers call them.'),
  avatar_url: Nullable(
    Type.String({ format: 'uri', maxLength: 2_048, description: 'A picture over https; null: a monogram.' }),
  ),
  phone_number: Nullable(
    Type.String({ format: 'e164', description: 'E.164. Private: partners and customers never see it.' }),
  ),
};
const memberExample = {
  id: memberId,
  crew_id: crewId,
  first_name: 'Ana',
  avatar_url: null,
  phone_number: '+12125550142',
  retired_at: null,
};

export const MemberSchema = Type.Object(
  {
    id: Uuid({ description: 'Their id.' }),
    crew_id: Nullable(Uuid({ description: 'The crew they are in; null: none at present.' })),
    ...memberFields,
    retired_at: retiredAt,
  },
  { $id: 'CrewPerson', description: 'Somebody who carries jobs out.', examples: [memberExample] },
);

const shiftExample = {
  id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9d01',
  crew_id: crewId,
  starts_at: '2030-01-15T13:00:00.000Z',
  ends_at: '2030-01-15T21:00:00.000Z',
};
const shiftFields = {
  starts_at: DateTime({ description: 'When it begins.' }),
  ends_at: DateTime({ description: 'When it ends, at most 24 hours later.' }),
};

export const ShiftSchema = Type.Object(
  {
    id: Uuid({ description: 'Its id.' }),
    crew_id: Uuid({ description: 'Who works.' }),
    ...shiftFields,
  },
  { $id: 'Shift', description: 'When a crew works.', examples: [shiftExample] },
);

const EngagementSchema = Type.Object(
  {
    booking_id: Uuid({ description: 'The booking.' }),
    booking_hid: Type.String({ description: 'Its confirmation code.' }),
    booking_state: Type.String({ description: 'Its state.' }),
    starts_at: DateTime({ description: 'When the crew sets out.' }),
    arrives_at: DateTime({ description: 'When it is expected at the first stop.' }),
    ends_at: DateTime({ description: 'When it is expected to be done.' }),
    ended_at: Nullable(DateTime({ description: 'When it really was over; null while it is not.' })),
    end_reason: Nullable(
      Type.String({ description: 'completed, cancelled, lost, replaced or rescheduled.' }),
    ),
  },
  {
    $id: 'Engagement',
    description: 'A booking that a crew is engaged in.',
    examples: [
      {
        booking_id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9fee',
        booking_hid: '7XK2M9QT',
        booking_state: 'dispatched',
        starts_at: '2030-01-15T16:40:00.000Z',
        arrives_at: '2030-01-15T17:00:00.000Z',
        ends_at: '2030-01-15T18:30:00.000Z',
        ended_at: null,
        end_reason: null,
      },
    ],
  },
);

const nullableRef = (schema: TSchema, description: string) =>
  Type.Unsafe<object | null>({
    type: ['object', 'null'],
    anyOf: [ref(schema), { type: 'null' }],
    description,
  });

const crewInput = {
  name: name('What it is called here; one of a kind.'),
  home_areas: Type.Array(Type.String({ maxLength: 255 }), {
    maxItems: 100,
    description: 'Slugs of the service areas it works in; none: everywhere.',
  }),
  rating: Type.Number({ minimum: 0, maximum: 5, description: 'Average, 0 to 5; partners see it.' }),
  auto_accept: Type.Boolean({ description: 'true: offers are accepted for it, without being asked.' }),
};
const crewFields = {
  id: Uuid({ description: 'Its id.' }),
  ...crewInput,
  vehicle: nullableRef(VehicleSchema, 'What it drives; null: nothing yet.'),
  members: Type.Array(ref(MemberSchema), { description: 'Who is in it, the lead first.' }),
  location: Type.Unsafe<[number, number] | null>({
    type: ['array', 'null'],
    items: { type: 'number' },
    minItems: 2,
    maxItems: 2,
    description: 'Where it was last seen, `[longitude, latitude]`.',
  }),
  located_at: Nullable(DateTime({ description: 'When that was.' })),
  created_at: DateTime({ description: 'Since when there is such a crew.' }),
  updated_at: DateTime({ description: 'When it last changed.' }),
  retired_at: retiredAt,
};
const crewExample = {
  id: crewId,
  name: 'Ana and Bo',
  home_areas: [],
  rating: 4.9,
  auto_accept: false,
  vehicle: vehicleExample,
  members: [memberExample],
  location: [-73.9857, 40.7484],
  located_at: '2030-01-15T16:30:00.000Z',
  created_at: '2030-01-02T09:00:00.000Z',
  updated_at: '2030-01-02T09:00:00.000Z',
  retired_at: null,
};

export const RosterCrewSchema = Type.Object(crewFields, {
  $id: 'RosterCrew',
  description: 'A vehicle and the people in it.',
  examples: [crewExample],
});

const ListedCrewSchema = Type.Object(
  {
    ...crewFields,
    shift: nullableRef(ShiftSchema, 'The one it works now, or its next.'),
    engagement: nullableRef(EngagementSchema, 'What it is engaged in now, or next.'),
    open_offers: Type.Integer({ minimum: 0, description: 'Offers that it has not answered.' }),
  },
  {
    $id: 'ListedCrew',
    description: 'A crew and what it is up to.',
    examples: [{ ...crewExample, shift: null, engagement: null, open_offers: 0 }],
  },
);

const ScheduledCrewSchema = Type.Object(
  {
    ...crewFields,
    shifts: Type.Array(ref(ShiftSchema), { description: 'When it works in that time.' }),
    engagements: Type.Array(ref(EngagementSchema), { description: 'What it is or was engaged in.' }),
  },
  {
    $id: 'ScheduledCrew',
    description: 'A crew and its day.',
    examples: [{ ...crewExample, shifts: [shiftExample], engagements: [] }],
  },
);

const listOf = (id: string, schema: TSchema & { examples?: unknown[] }, description: string) =>
  Type.Object(
    { data: Type.Array(ref(schema), { description }) },
    { $id: id, description, examples: [{ data: schema.examples ?? [] }] },
  );

export const VehicleListSchema = listOf('VehicleList', VehicleSchema, 'Vehicles, by name.');
export const MemberListSchema = listOf('CrewPersonList', MemberSchema, 'People, by name.');
export const ShiftListSchema = listOf('ShiftList', ShiftSchema, 'Shifts, in the order of time.');
export const CrewScheduleSchema = listOf('CrewSchedule', ScheduledCrewSchema, 'Crews, by name.');

export const CrewListSchema = Type.Object(
  {
    data: Type.Array(ref(ListedCrewSchema), { description: 'By name.' }),
    next: Nullable(Type.String({ description: 'The address of the next page; null on the last.' })),
  },
  {
    $id: 'CrewList',
    description: 'A page of crews.',
    examples: [{ data: [{ ...crewExample, shift: null, engagement: null, open_offers: 0 }], next: null }],
  },
);

const addition = (id: string, example: object) => ({
  $id: `New${id}`,
  additionalProperties: false,
  description: 'One to add.',
  examples: [example],
});
const change = (id: string, example: object) => ({
  $id: `${id}Update`,
  additionalProperties: false,
  description: 'What is left out stays as it is.',
  examples: [example],
});

export const NewVehicleSchema = Type.Object(
  { type: vehicleFields.type, name: vehicleFields.name, plate: Type.Optional(vehicleFields.plate) },
  addition('Vehicle', { type: 'van', name: 'Van 7', plate: 'ABC 1234' }),
);
export const VehicleUpdateSchema = Type.Object(
  {
    type: Type.Optional(vehicleFields.type),
    name: Type.Optional(vehicleFields.name),
    plate: Type.Optional(vehicleFields.plate),
  },
  change('Vehicle', { plate: null }),
);

const personInput = {
  avatar_url: Type.Optional(memberFields.avatar_url),
  phone_number: Type.Optional(memberFields.phone_number),
};
export const NewMemberSchema = Type.Object(
  { first_name: memberFields.first_name, ...personInput },
  addition('CrewPerson', { first_name: 'Ana', phone_number: '+12125550142' }),
);
export const MemberUpdateSchema = Type.Object(
  { first_name: Type.Optional(memberFields.first_name), ...personInput },
  change('CrewPerson', { phone_number: '+12125550142' }),
);

const crewParts = {
  vehicle_id: Type.Optional(Nullable(Uuid({ description: 'What it drives; null: nothing yet.' }))),
  member_ids: Type.Optional(
    Type.Array(Uuid(), { maxItems: 10, description: 'Who is in it, the lead first.' }),
  ),
  home_areas: Type.Optional(crewInput.home_areas),
  rating: Type.Optional(crewInput.rating),
  auto_accept: Type.Optional(crewInput.auto_accept),
};
export const NewCrewSchema = Type.Object(
  { name: crewInput.name, ...crewParts },
  addition('Crew', { name: 'Ana and Bo', vehicle_id: vehicleId, member_ids: [memberId] }),
);
export const CrewUpdateSchema = Type.Object(
  { name: Type.Optional(crewInput.name), ...crewParts },
  change('Crew', { member_ids: [memberId] }),
);

export const NewShiftSchema = Type.Object(
  { crew_id: Uuid({ description: 'Who works.' }), ...shiftFields },
  addition('Shift', {
    crew_id: crewId,
    starts_at: shiftExample.starts_at,
    ends_at: shiftExample.ends_at,
  }),
);
export const ShiftUpdateSchema = Type.Object(
  { starts_at: Type.Optional(shiftFields.starts_at), ends_at: Type.Optional(shiftFields.ends_at) },
  change('Shift', { ends_at: shiftExample.ends_at }),
);

export const rosterSchemas = [
  VehicleSchema,
  MemberSchema,
  ShiftSchema,
  EngagementSchema,
  RosterCrewSchema,
  ListedCrewSchema,
  ScheduledCrewSchema,
  VehicleListSchema,
  MemberListSchema,
  ShiftListSchema,
  CrewScheduleSchema,
  CrewListSchema,
  NewVehicleSchema,
  VehicleUpdateSchema,
  NewMemberSchema,
  MemberUpdateSchema,
  NewCrewSchema,
  CrewUpdateSchema,
  NewShiftSchema,
  ShiftUpdateSchema,
];
