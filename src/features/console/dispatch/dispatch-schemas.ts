// Request and response schemas of dispatch: assignments, offers and the dispatch mode of areas.
import { Type } from 'typebox';
import { VEHICLE_TYPES } from '../../../domain/product.ts';
import { DateTime, Nullable, OneOf, ref, Uuid, Words } from '../../../http/schemas.ts';

const crewId = '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9c01';
const reason = (description: string) => Type.Optional(Nullable(Words(1_000, description)));

const fromCrew = Type.Optional(
  Uuid({ description: 'Who has it now, as you know it: refused if it is another crew by then.' }),
);

export const AssignmentSchema = Type.Object(
  { crew_id: Uuid({ description: 'Who shall come.' }) },
  {
    $id: 'Assignment',
    additionalProperties: false,
    description: 'A crew for a booking.',
    examples: [{ crew_id: crewId }],
  },
);

export const ReassignmentSchema = Type.Object(
  {
    crew_id: Uuid({ description: 'Who shall come instead.' }),
    reason: reason('Why; partners see it.'),
    from_crew_id: fromCrew,
  },
  {
    $id: 'Reassignment',
    additionalProperties: false,
    description: 'Another crew for a booking.',
    examples: [{ crew_id: crewId, reason: 'Flat tyre' }],
  },
);

export const LossSchema = Type.Object(
  { reason: reason('Why; partners see it.'), from_crew_id: fromCrew },
  {
    $id: 'CrewLoss',
    additionalProperties: false,
    description: 'Why the crew will not come.',
    examples: [{ reason: 'Flat tyre' }],
  },
);

const slot = {
  starts_at: DateTime({ description: 'When the crew would set out.' }),
  arrives_at: DateTime({ description: 'When it would be at the first stop.' }),
  ends_at: DateTime({ description: 'When it would be done.' }),
};
const slotExample = {
  starts_at: '2030-01-15T16:40:00.000Z',
  arrives_at: '2030-01-15T17:00:00.000Z',
  ends_at: '2030-01-15T18:30:00.000Z',
};

const choiceExample = {
  crew: {
    id: crewId,
    name: 'Ana and Bo',
    rating: 4.9,
    vehicle_type: 'van',
    member_count: 2,
    open_offers: 0,
  },
  fits: true,
  reasons: [],
  slot: slotExample,
  can_be_sent: true,
  engaged_in: null,
};

const CrewChoiceSchema = Type.Object(
  {
    crew: Type.Object(
      {
        id: Uuid({ description: 'Its id.' }),
        name: Type.String({ description: 'What it is called.' }),
        rating: Type.Number({ description: 'Average, 0 to 5.' }),
        vehicle_type: Nullable(OneOf(VEHICLE_TYPES, { description: 'What it drives.' })),
        member_count: Type.Integer({ description: 'How many people are in it.' }),
        open_offers: Type.Integer({ description: 'Offers that it has not answered.' }),
      },
      { description: 'The crew.' },
    ),
    fits: Type.Boolean({ description: 'Whether it could come in time.' }),
    reasons: Type.Array(Type.String(), {
      description: 'Why not: retired, vehicle, members, area, shift, busy, travel_time.',
    }),
    slot: Type.Unsafe<object | null>({
      type: ['object', 'null'],
      properties: slot,
      required: Object.keys(slot),
      description: 'When, if it fits.',
    }),
    can_be_sent: Type.Boolean({
      description: 'Whether you may send it all the same: it is of the right kind, and not engaged then.',
    }),
    engaged_in: Nullable(
      Type.String({ description: 'The confirmation code of the booking that it is engaged in then.' }),
    ),
  },
  {
    $id: 'CrewChoice',
    description: 'Whether a crew could take a booking.',
    examples: [choiceExample],
  },
);

export const CrewChoiceListSchema = Type.Object(
  {
    data: Type.Array(ref(CrewChoiceSchema), {
      description:
        'Those that fit first, the soonest before the others; then those that could be sent all the same.',
    }),
  },
  {
    $id: 'CrewChoiceList',
    description: 'Every crew, and whether it could take the booking.',
    examples: [{ data: [choiceExample] }],
  },
);

const offerStates = ['open', 'accepted', 'refused', 'expired', 'withdrawn'] as const;
const offerExample = {
  id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9e01',
  booking_id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9fee',
  booking_hid: '7XK2M9QT',
  crew_id: crewId,
  crew_name: 'Ana and Bo',
  state: 'open',
  ...slotExample,
  offered_at: '2030-01-15T15:00:00.000Z',
  expires_at: '2030-01-15T15:01:00.000Z',
  answered_at: null,
};

export const OfferSchema = Type.Object(
  {
    id: Uuid({ description: 'Its id.' }),
    booking_id: Uuid({ description: 'The booking.' }),
    booking_hid: Type.String({ description: 'Its confirmation code.' }),
    crew_id: Uuid({ description: 'The crew that was asked.' }),
    crew_name: Type.String({ description: 'What it is called.' }),
    state: OneOf(offerStates, { description: 'What became of it.' }),
    ...slot,
    offered_at: DateTime({ description: 'When it was made.' }),
    expires_at: DateTime({ description: 'Until when it could be answered.' }),
    answered_at: Nullable(DateTime({ description: 'When it was over; null while it is open.' })),
  },
  { $id: 'Offer', description: 'A booking that was offered to a crew.', examples: [offerExample] },
);

export const OfferListSchema = Type.Object(
  { data: Type.Array(ref(OfferSchema), { description: 'Newest first.' }) },
  { $id: 'OfferList', description: 'Offers.', examples: [{ data: [offerExample] }] },
);

export const OfferQuerySchema = Type.Object({
  booking_id: Type.Optional(Uuid({ description: 'Of this booking.' })),
  crew_id: Type.Optional(Uuid({ description: 'To this crew.' })),
  state: Type.Optional(OneOf(offerStates, { description: 'Only these.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: 'Default: 100.' })),
});

const mode = OneOf(['manual', 'automatic'], {
  description:
    'manual: a dispatcher gives every booking its crew; automatic: bookings are offered to crews that fit.',
});
const areaExample = { slug: 'united-states', name: 'United States', dispatch: 'manual' };

export const AreaSchema = Type.Object(
  {
    slug: Type.String({ description: 'What it is called in filters and documents.' }),
    name: Type.String({ description: 'For people.' }),
    dispatch: mode,
  },
  { $id: 'Area', description: 'Where the company drives.', examples: [areaExample] },
);

export const AreaListSchema = Type.Object(
  { data: Type.Array(ref(AreaSchema), { description: 'Every service area.' }) },
  { $id: 'AreaList', description: 'Every service area.', examples: [{ data: [areaExample] }] },
);

export const AreaDispatchSchema = Type.Object(
  { mode },
  {
    $id: 'AreaDispatch',
    additionalProperties: false,
    description: 'How bookings of an area get their crews.',
    examples: [{ mode: 'automatic' }],
  },
);

export const dispatchSchemas = [
  AssignmentSchema,
  ReassignmentSchema,
  LossSchema,
  CrewChoiceSchema,
  CrewChoiceListSchema,
  OfferSchema,
  OfferListSchema,
  AreaSchema,
  AreaListSchema,
  AreaDispatchSchema,
];
