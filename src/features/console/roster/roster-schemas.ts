// Request and response schemas of crews, crew members, vehicles and shifts.
import { type TSchema, Type } from 'typebox';
import { VEHICLE_TYPES } from '../../../domain/dispatch/product.ts';
import {
  closed,
  DateTime,
  listOf,
  Name,
  Nullable,
  named,
  OneOf,
  Point,
  ref,
  Uuid,
} from '../../../http/operations/schemas.ts';

const name = (description: string) => Name(255, description);
const retiredAt = Nullable(
  DateTime({ description: 'When it was taken out of service; null while in service.' }),
);
const crewId = '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9c01';
const memberId = '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9a01';
const vehicleId = '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9b01';

const vehicleFields = {
  type: OneOf(VEHICLE_TYPES, {
    description: 'Vehicle type. Determines which products the vehicle can carry out.',
  }),
  name: name('Unique name.'),
  plate: Nullable(Type.String({ maxLength: 32, description: 'License plate.' })),
};
const vehicleExample = { id: vehicleId, type: 'van', name: 'Van 7', plate: 'ABC 1234', retired_at: null };

export const VehicleSchema = Type.Object(
  { id: Uuid({ description: 'Unique id of the vehicle.' }), ...vehicleFields, retired_at: retiredAt },
  named('Vehicle', 'A vehicle of the company.', vehicleExample),
);

const memberFields = {
  first_name: name('First name, as customers see it.'),
  avatar_url: Nullable(
    Type.String({
      format: 'uri',
      maxLength: 2_048,
      description: 'HTTPS URL of a picture; null shows initials.',
    }),
  ),
  phone_number: Nullable(
    Type.String({
      format: 'e164',
      description: 'Phone number in E.164 format. Partners and customers never see it.',
    }),
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
    id: Uuid({ description: 'Unique id of the crew member.' }),
    crew_id: Nullable(Uuid({ description: 'Id of the crew; null if the crew member belongs to none.' })),
    ...memberFields,
    retired_at: retiredAt,
  },
  named('CrewPerson', 'One person of a crew.', memberExample),
);

const shiftExample = {
  id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9d01',
  crew_id: crewId,
  starts_at: '2030-01-15T13:00:00.000Z',
  ends_at: '2030-01-15T21:00:00.000Z',
  pattern_id: null,
};
const shiftFields = {
  starts_at: DateTime({ description: 'Start of the shift.' }),
  ends_at: DateTime({ description: 'End of the shift, at most 24 hours after the start.' }),
};

export const ShiftSchema = Type.Object(
  {
    id: Uuid({ description: 'Unique id of the shift.' }),
    crew_id: Uuid({ description: 'Id of the crew.' }),
    ...shiftFields,
    pattern_id: Nullable(
      Uuid({
        description:
          'Id of the weekly pattern of the shift; null without one, and once the shift was changed on its own.',
      }),
    ),
  },
  named('Shift', 'A time span in which a crew works.', shiftExample),
);

const EngagementSchema = Type.Object(
  {
    booking_id: Uuid({ description: 'Id of the booking.' }),
    booking_hid: Type.String({ description: 'Confirmation code of the booking.' }),
    booking_state: Type.String({ description: 'State of the booking.' }),
    starts_at: DateTime({ description: 'When the crew departs.' }),
    arrives_at: DateTime({ description: 'When the crew is expected at the first stop.' }),
    ends_at: DateTime({ description: 'When the crew is expected to finish.' }),
    ended_at: Nullable(
      DateTime({ description: 'When the engagement actually ended; null while it is open.' }),
    ),
    end_reason: Nullable(
      Type.String({
        description: '`completed`, `cancelled`, `lost`, `replaced` or `rescheduled`; null while it is open.',
      }),
    ),
  },
  named('Engagement', 'The time span for which a crew is reserved for a booking.', {
    booking_id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9fee',
    booking_hid: '7XK2M9QT',
    booking_state: 'dispatched',
    starts_at: '2030-01-15T16:40:00.000Z',
    arrives_at: '2030-01-15T17:00:00.000Z',
    ends_at: '2030-01-15T18:30:00.000Z',
    ended_at: null,
    end_reason: null,
  }),
);

const nullableRef = (schema: TSchema, description: string) =>
  Type.Unsafe<object | null>({
    type: ['object', 'null'],
    anyOf: [ref(schema), { type: 'null' }],
    description,
  });

const crewInput = {
  name: name('Unique name.'),
  home_areas: Type.Array(Type.String({ maxLength: 255 }), {
    maxItems: 100,
    description: 'Slugs of the service areas in which the crew works. Empty: all areas.',
  }),
  rating: Type.Number({ minimum: 0, maximum: 5, description: 'Average rating, 0 to 5. Partners see it.' }),
  auto_accept: Type.Boolean({ description: 'Whether offers are accepted automatically for the crew.' }),
};
const crewFields = {
  id: Uuid({ description: 'Unique id of the crew.' }),
  ...crewInput,
  vehicle: nullableRef(VehicleSchema, 'Vehicle of the crew; null without one.'),
  members: Type.Array(ref(MemberSchema), { description: 'Crew members, lead first.' }),
  location: Point(['array', 'null'], 'Last reported position, `[longitude, latitude]`; null without one.'),
  located_at: Nullable(DateTime({ description: 'When the position was reported.' })),
  created_at: DateTime({ description: 'When the crew was created.' }),
  updated_at: DateTime({ description: 'When the crew was last changed.' }),
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

export const RosterCrewSchema = Type.Object(
  crewFields,
  named('RosterCrew', 'A vehicle with the crew members in it.', crewExample),
);

const ListedCrewSchema = Type.Object(
  {
    ...crewFields,
    shift: nullableRef(ShiftSchema, 'Current or next shift; null without one.'),
    engagement: nullableRef(EngagementSchema, 'Current or next engagement; null without one.'),
    open_offers: Type.Integer({ minimum: 0, description: 'Number of open offers to the crew.' }),
  },
  named('ListedCrew', 'A crew with its current or next shift and engagement.', {
    ...crewExample,
    shift: null,
    engagement: null,
    open_offers: 0,
  }),
);

const ScheduledCrewSchema = Type.Object(
  {
    ...crewFields,
    shifts: Type.Array(ref(ShiftSchema), { description: 'Shifts in the time span.' }),
    engagements: Type.Array(ref(EngagementSchema), { description: 'Engagements in the time span.' }),
  },
  named('ScheduledCrew', 'A crew with its schedule.', {
    ...crewExample,
    shifts: [shiftExample],
    engagements: [],
  }),
);

export const VehicleListSchema = listOf('VehicleList', VehicleSchema, 'Vehicles, ordered by name.');
export const MemberListSchema = listOf('CrewPersonList', MemberSchema, 'Crew members, ordered by name.');
export const ShiftListSchema = listOf('ShiftList', ShiftSchema, 'Shifts, ordered by start.');
export const CrewScheduleSchema = listOf(
  'CrewSchedule',
  ScheduledCrewSchema,
  'Crews with their schedules, ordered by name.',
);

export const CrewListSchema = Type.Object(
  {
    data: Type.Array(ref(ListedCrewSchema), { description: 'Crews, ordered by name.' }),
    next: Nullable(Type.String({ description: 'URL of the next page; null on the last page.' })),
  },
  named('CrewList', 'A page of crews.', {
    data: [{ ...crewExample, shift: null, engagement: null, open_offers: 0 }],
    next: null,
  }),
);

const addition = (id: string, noun: string, example: object) =>
  closed(`New${id}`, `Parameters of a new ${noun}.`, example);
const change = (id: string, noun: string, example: object) =>
  closed(`${id}Update`, `Changes to a ${noun}. Omitted fields keep their values.`, example);

export const NewVehicleSchema = Type.Object(
  { type: vehicleFields.type, name: vehicleFields.name, plate: Type.Optional(vehicleFields.plate) },
  addition('Vehicle', 'vehicle', { type: 'van', name: 'Van 7', plate: 'ABC 1234' }),
);
export const VehicleUpdateSchema = Type.Object(
  {
    type: Type.Optional(vehicleFields.type),
    name: Type.Optional(vehicleFields.name),
    plate: Type.Optional(vehicleFields.plate),
  },
  change('Vehicle', 'vehicle', { plate: null }),
);

const personInput = {
  avatar_url: Type.Optional(memberFields.avatar_url),
  phone_number: Type.Optional(memberFields.phone_number),
};
export const NewMemberSchema = Type.Object(
  { first_name: memberFields.first_name, ...personInput },
  addition('CrewPerson', 'crew member', { first_name: 'Ana', phone_number: '+12125550142' }),
);
export const MemberUpdateSchema = Type.Object(
  { first_name: Type.Optional(memberFields.first_name), ...personInput },
  change('CrewPerson', 'crew member', { phone_number: '+12125550142' }),
);

const crewParts = {
  vehicle_id: Type.Optional(Nullable(Uuid({ description: 'Id of the vehicle; null for none.' }))),
  member_ids: Type.Optional(
    Type.Array(Uuid(), { maxItems: 10, description: 'Ids of the crew members, lead first.' }),
  ),
  home_areas: Type.Optional(crewInput.home_areas),
  rating: Type.Optional(crewInput.rating),
  auto_accept: Type.Optional(crewInput.auto_accept),
};
export const NewCrewSchema = Type.Object(
  { name: crewInput.name, ...crewParts },
  addition('Crew', 'crew', { name: 'Ana and Bo', vehicle_id: vehicleId, member_ids: [memberId] }),
);
export const CrewUpdateSchema = Type.Object(
  { name: Type.Optional(crewInput.name), ...crewParts },
  change('Crew', 'crew', { member_ids: [memberId] }),
);

export const NewShiftSchema = Type.Object(
  { crew_id: Uuid({ description: 'Id of the crew.' }), ...shiftFields },
  addition('Shift', 'shift', {
    crew_id: crewId,
    starts_at: shiftExample.starts_at,
    ends_at: shiftExample.ends_at,
  }),
);
export const ShiftUpdateSchema = Type.Object(
  { starts_at: Type.Optional(shiftFields.starts_at), ends_at: Type.Optional(shiftFields.ends_at) },
  change('Shift', 'shift', { ends_at: shiftExample.ends_at }),
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
