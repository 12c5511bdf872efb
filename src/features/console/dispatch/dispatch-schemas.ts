// Request and response schemas of dispatch: assignments, offers and the dispatch mode of areas.
import { Type } from 'typebox';
import { OFFER_DECLINE_REASONS } from '../../../domain/dispatch/offer-decline-reasons.ts';
import { VEHICLE_TYPES } from '../../../domain/dispatch/product.ts';
import {
  closed,
  DateTime,
  listOf,
  Nullable,
  NullableObject,
  named,
  OneOf,
  ref,
  Uuid,
  Words,
} from '../../../http/operations/schemas.ts';

const crewId = '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9c01';
const reason = (description: string) => Type.Optional(Nullable(Words(1_000, description)));

const fromCrew = Type.Optional(
  Uuid({
    description:
      'Id of the crew that you expect to be assigned. The request fails if another crew is assigned.',
  }),
);

export const AssignmentSchema = Type.Object(
  { crew_id: Uuid({ description: 'Id of the crew to assign.' }) },
  closed('Assignment', 'Assignment of a crew to a booking.', { crew_id: crewId }),
);

export const ReassignmentSchema = Type.Object(
  {
    crew_id: Uuid({ description: 'Id of the new crew.' }),
    reason: reason('Reason of the change. Partners see it.'),
    from_crew_id: fromCrew,
  },
  closed('Reassignment', 'Replacement of the crew of a booking.', { crew_id: crewId, reason: 'Flat tyre' }),
);

export const BookingOfferSchema = Type.Object(
  {
    crew_ids: Type.Array(Uuid({ description: 'Id of a crew.' }), {
      minItems: 1,
      maxItems: 20,
      description: 'Ids of the crews that get an offer.',
    }),
    open_minutes: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 240,
        description: 'How many minutes the crews can answer. Default: 5.',
      }),
    ),
  },
  closed('BookingOffer', 'Offer of a booking to crews.', { crew_ids: [crewId], open_minutes: 10 }),
);

export const LossSchema = Type.Object(
  { reason: reason('Reason of the change. Partners see it.'), from_crew_id: fromCrew },
  closed('CrewLoss', 'Removal of the crew of a booking.', { reason: 'Flat tyre' }),
);

const slot = {
  starts_at: DateTime({ description: 'When the crew departs.' }),
  arrives_at: DateTime({ description: 'When the crew arrives at the first stop.' }),
  ends_at: DateTime({ description: 'When the crew finishes.' }),
};
const slotExample = {
  starts_at: '2030-01-15T16:40:00.000Z',
  arrives_at: '2030-01-15T17:00:00.000Z',
  ends_at: '2030-01-15T18:30:00.000Z',
};

export const choiceExample = {
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
  minutes_late: 0,
  can_be_sent: true,
  engaged_in: null,
};

export const CrewChoiceSchema = Type.Object(
  {
    crew: Type.Object(
      {
        id: Uuid({ description: 'Unique id of the crew.' }),
        name: Type.String({ description: 'Name of the crew.' }),
        rating: Type.Number({ description: 'Average rating, 0 to 5.' }),
        vehicle_type: Nullable(
          OneOf(VEHICLE_TYPES, { description: 'Vehicle type; null without a vehicle.' }),
        ),
        member_count: Type.Integer({ description: 'Number of crew members.' }),
        open_offers: Type.Integer({ description: 'Number of open offers to the crew.' }),
      },
      { description: 'The crew.' },
    ),
    fits: Type.Boolean({
      description:
        'Whether the crew fits and can arrive in time; once the window is missed, whether it can come at all.',
    }),
    reasons: Type.Array(Type.String(), {
      description:
        'Why the crew does not fit: `retired`, `vehicle`, `members`, `area`, `shift`, `busy`, `travel_time`.',
    }),
    slot: NullableObject(slot, 'Planned times if the crew fits; otherwise null.'),
    minutes_late: Type.Integer({
      description:
        'Minutes by which a crew that fits would arrive after the window; 0 if it arrives in time.',
    }),
    can_be_sent: Type.Boolean({
      description:
        'Whether an operator can assign the crew although it does not fit: vehicle and members are ' +
        'sufficient and the crew is not engaged.',
    }),
    engaged_in: Nullable(
      Type.String({
        description:
          'Confirmation code of the booking in which the crew is engaged at that time; null if it is free.',
      }),
    ),
  },
  named('CrewChoice', 'Fit of a crew for a booking.', choiceExample),
);

export const CrewChoiceListSchema = Type.Object(
  {
    data: Type.Array(ref(CrewChoiceSchema), {
      description:
        'Crews that fit first, by earliest arrival; then crews that can be assigned anyway; then the rest.',
    }),
    current: NullableObject(
      {
        crew_id: Uuid({ description: 'Id of the assigned crew.' }),
        name: Type.String({ description: 'Name of the assigned crew.' }),
        arrives_at: Nullable(
          DateTime({
            description:
              'When the assigned crew arrives at the first stop, or at the stop that it is driving to; null if it is at a stop.',
          }),
        ),
        minutes_late: Type.Integer({
          description:
            'Minutes by which it misses the arrival window at the first stop; 0 if it arrives in time.',
        }),
      },
      'The assigned crew; null without one.',
    ),
  },
  named('CrewChoiceList', 'All crews with their fit for a booking.', {
    data: [choiceExample],
    current: null,
  }),
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
  plan: 'followed',
  decline_reason: null,
  decline_note: null,
};

export const OfferSchema = Type.Object(
  {
    id: Uuid({ description: 'Unique id of the offer.' }),
    booking_id: Uuid({ description: 'Id of the booking.' }),
    booking_hid: Type.String({ description: 'Confirmation code of the booking.' }),
    crew_id: Uuid({ description: 'Id of the crew.' }),
    crew_name: Type.String({ description: 'Name of the crew.' }),
    state: OneOf(offerStates, { description: 'State of the offer.' }),
    ...slot,
    offered_at: DateTime({ description: 'When the offer was made.' }),
    expires_at: DateTime({ description: 'When the offer expires.' }),
    answered_at: Nullable(
      DateTime({
        description: 'When the offer was accepted, refused, expired or withdrawn; null while it is open.',
      }),
    ),
    plan: Nullable(
      Type.String({
        description:
          '`followed` if the crew is that of an applied plan. Otherwise why it is another one: `retired`, `vehicle`, ' +
          '`members`, `area`, `shift`, `busy`, `travel_time`, `declined`, `no_answer`. null if the booking was not planned.',
      }),
    ),
    decline_reason: Nullable(
      OneOf(OFFER_DECLINE_REASONS, {
        description:
          'Why the crew refused the offer on its page; null if it did not, or an operator refused.',
      }),
    ),
    decline_note: Nullable(Type.String({ description: 'Text of the crew member who refused the offer.' })),
  },
  named('Offer', 'A job that automatic dispatch or a dispatcher proposed to a crew.', offerExample),
);

export const OfferListSchema = listOf('OfferList', OfferSchema, 'Offers, newest first.', 'A list of offers.');

export const OfferQuerySchema = Type.Object({
  booking_id: Type.Optional(Uuid({ description: 'Id of a booking to filter by.' })),
  crew_id: Type.Optional(Uuid({ description: 'Id of a crew to filter by.' })),
  state: Type.Optional(OneOf(offerStates, { description: 'State to filter by.' })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 500, description: 'Maximum number of offers. Default: 100.' }),
  ),
});

const mode = OneOf(['manual', 'automatic'], {
  description: '`manual`: dispatchers assign all crews; `automatic`: bookings are offered to crews that fit.',
});
const areaExample = { slug: 'united-states', name: 'United States', dispatch: 'manual' };

export const AreaSchema = Type.Object(
  {
    slug: Type.String({ description: 'Slug of the area, used in filters and documents.' }),
    name: Type.String({ description: 'Display name of the area.' }),
    dispatch: mode,
  },
  named('Area', 'A service area.', areaExample),
);

export const AreaListSchema = listOf('AreaList', AreaSchema, 'All service areas.');

export const AreaDispatchSchema = Type.Object(
  { mode },
  closed('AreaDispatch', 'Dispatch mode of an area.', { mode: 'automatic' }),
);

export const dispatchSchemas = [
  AssignmentSchema,
  ReassignmentSchema,
  LossSchema,
  BookingOfferSchema,
  CrewChoiceSchema,
  CrewChoiceListSchema,
  OfferSchema,
  OfferListSchema,
  AreaSchema,
  AreaListSchema,
  AreaDispatchSchema,
];
