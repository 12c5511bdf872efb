// Request and response schemas of the day board.
import { Type } from 'typebox';
import { PRODUCTS, VEHICLE_TYPES } from '../../../domain/dispatch/product.ts';
import {
  DateTime,
  Nullable,
  NullableObject,
  named,
  OneOf,
  ref,
  Uuid,
  type View,
} from '../../../http/operations/schemas.ts';
import { OpenOfferSchema } from '../dispatch/open-offer-schema.ts';

const DayText = (description: string) =>
  Type.String({ format: 'date', description, examples: ['2030-01-15'] });
const span = {
  starts_at: DateTime({ description: 'Start of the time span, inclusive.' }),
  ends_at: DateTime({ description: 'End of the time span, exclusive.' }),
};
const spanExample = { starts_at: '2030-01-15T16:40:00.000Z', ends_at: '2030-01-15T18:30:00.000Z' };
const crewId = '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9c01';

const bookingExample = {
  id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9fee',
  hid: '7XK2M9QT',
  state: 'dispatched',
  product: 'van',
  area: 'united-states',
  partner: 'Acme Furniture',
  order_number: 'SO-1044',
  customer: 'Ana Diaz',
  town: 'Brooklyn',
  window: {
    kind: 'listed',
    label: 'Jan 15, 12:00 PM - 1:00 PM EST',
    time_zone: 'America/New_York',
    starts_at: '2030-01-15T17:00:00.000Z',
    ends_at: '2030-01-15T18:00:00.000Z',
  },
  crew_id: crewId,
  slot: spanExample,
  planned: null,
  offer: null,
  stop_count: 2,
  stops_done: 0,
  stops_skipped: 0,
  progress: 'pending',
  trouble: null,
  eta: null,
  is_late: false,
};

const BoardBookingSchema = Type.Object(
  {
    id: Uuid({ description: 'Unique id of the booking.' }),
    hid: Type.String({ description: 'Confirmation code.' }),
    state: OneOf(['created', 'dispatched', 'completed'], {
      description: 'State of the booking. `created`: no crew is assigned.',
    }),
    product: OneOf(PRODUCTS, { description: 'The booked product.' }),
    area: Type.String({ description: 'Slug of the service area.' }),
    partner: Type.String({ description: 'Name of the account.' }),
    order_number: Nullable(Type.String({ description: 'Order number of the partner.' })),
    customer: Nullable(Type.String({ description: 'Name of the customer, or of the first contact.' })),
    town: Nullable(Type.String({ description: 'Town of the last stop.' })),
    window: Type.Object(
      {
        kind: OneOf(['listed', 'custom', 'on_demand'], { description: 'Kind of the window.' }),
        label: Type.String({ description: 'Label that the partner sees.' }),
        time_zone: Type.String({ description: 'Time zone of the label.' }),
        ...span,
      },
      { description: 'Arrival window. For on-demand bookings, the time for which capacity is held.' },
    ),
    crew_id: Nullable(
      Uuid({ description: 'Id of the assigned crew; null without a crew or with a simulated sandbox crew.' }),
    ),
    slot: NullableObject(span, 'Engagement of the crew; null without a crew.'),
    planned: NullableObject(
      {
        crew_id: Uuid({ description: 'Id of the planned crew.' }),
        plan_id: Nullable(Uuid({ description: 'Id of the plan that it comes from.' })),
        ...span,
        arrives_at: DateTime({ description: 'Begin of service at the first stop.' }),
        is_locked: Type.Boolean({ description: 'Whether a dispatcher locked the booking to its crew.' }),
        is_overdue: Type.Boolean({ description: 'Whether the planned departure has passed.' }),
      },
      'What is intended for a booking without a crew; null without a plan, and once a crew is assigned.',
    ),
    offer: OpenOfferSchema,
    stop_count: Type.Integer({ description: 'Number of stops.' }),
    stops_done: Type.Integer({ description: 'Number of completed stops.' }),
    stops_skipped: Type.Integer({ description: 'Number of those that an operator skipped.' }),
    progress: Nullable(
      OneOf(['pending', 'driving', 'at', 'done'], {
        description: 'Progress of the crew at the current stop; null before dispatch.',
      }),
    ),
    trouble: Nullable(
      Type.String({
        description: 'Reason of a stop failure that an operator has to decide about; null without one.',
      }),
    ),
    eta: Nullable(DateTime({ description: 'Estimated time of arrival at the next stop.' })),
    is_late: Type.Boolean({ description: 'Whether the arrival window is missed or expected to be missed.' }),
  },
  named('BoardBooking', 'A booking on the day board.', bookingExample),
);

const crewExample = {
  id: crewId,
  name: 'Ana and Bo',
  vehicle: { type: 'van', name: 'Van 7' },
  members: ['Ana', 'Bo'],
  phone_number: '+12125550142',
  home_areas: [],
  shifts: [{ starts_at: '2030-01-15T13:00:00.000Z', ends_at: '2030-01-15T21:00:00.000Z' }],
  is_retired: false,
};

const vehicle = {
  type: OneOf(VEHICLE_TYPES, { description: 'Vehicle type.' }),
  name: Type.String({ description: 'Name of the vehicle.' }),
};

const BoardCrewSchema = Type.Object(
  {
    id: Uuid({ description: 'Unique id of the crew.' }),
    name: Type.String({ description: 'Name of the crew.' }),
    vehicle: NullableObject(vehicle, 'Vehicle of the crew; null without one.'),
    members: Type.Array(Type.String(), { description: 'First names of the crew members, lead first.' }),
    phone_number: Nullable(
      Type.String({ description: 'Phone number of the lead, or of the first member with one.' }),
    ),
    home_areas: Type.Array(Type.String(), {
      description: 'Slugs of the areas in which the crew works. Empty: all areas.',
    }),
    shifts: Type.Array(Type.Object(span), { description: 'Shifts that overlap the day.' }),
    is_retired: Type.Boolean({
      description:
        'Whether the crew is retired. Retired crews are listed only if they carried out a booking of the day.',
    }),
  },
  named('BoardCrew', 'A crew on the day board.', crewExample),
);

export const BoardSchema = Type.Object(
  {
    day: DayText('The day.'),
    time_zone: Type.String({ description: 'Time zone in which the day starts and ends.' }),
    ...span,
    crews: Type.Array(ref(BoardCrewSchema), { description: 'Crews, ordered by name.' }),
    bookings: Type.Array(ref(BoardBookingSchema), {
      description: 'Bookings, ordered by the start of their windows.',
    }),
    is_cut: Type.Boolean({
      description:
        'Whether the day has more bookings than the 2,000 returned. Filter by `area` to see the rest.',
    }),
  },
  named('Board', 'Crews and bookings of one day.', {
    day: '2030-01-15',
    time_zone: 'America/New_York',
    starts_at: '2030-01-15T05:00:00.000Z',
    ends_at: '2030-01-16T05:00:00.000Z',
    crews: [crewExample],
    bookings: [bookingExample],
    is_cut: false,
  }),
);

const dayExample = { day: '2030-01-15', unassigned: 3, planned: 2, dispatched: 12, completed: 0 };

export const BoardWeekSchema = Type.Object(
  {
    days: Type.Array(
      Type.Object({
        day: DayText('The day.'),
        unassigned: Type.Integer({ description: 'Number of bookings without a crew.' }),
        planned: Type.Integer({
          description: 'Number of bookings without a crew that a plan has assigned to one.',
        }),
        dispatched: Type.Integer({ description: 'Number of bookings with a crew.' }),
        completed: Type.Integer({ description: 'Number of completed bookings.' }),
      }),
      { description: 'Seven days, Monday to Sunday.' },
    ),
  },
  named('BoardWeek', 'Booking counts of one week.', { days: [dayExample] }),
);

const area = Type.Optional(
  Type.String({ maxLength: 255, description: 'Slug of a service area to filter by.' }),
);

export const BoardQuerySchema = Type.Object({
  day: DayText("The day, in the time zone of each booking's window."),
  area,
  time_zone: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        'IANA time zone of the board if neither the area nor a booking of the day determines one. Default: UTC.',
      examples: ['America/New_York'],
    }),
  ),
});

export const BoardWeekQuerySchema = Type.Object({ day: DayText('Any day of the week.'), area });

export const boardSchemas = [BoardBookingSchema, BoardCrewSchema, BoardSchema, BoardWeekSchema];

export type BoardBooking = View<typeof BoardBookingSchema>;
export type BoardCrew = View<typeof BoardCrewSchema>;
export type Board = View<typeof BoardSchema>;
export type BoardWeek = View<typeof BoardWeekSchema>;
export type BoardDay = BoardWeek['days'][number];
export type BoardWindow = BoardBooking['window'];
export type Span = Pick<Board, 'starts_at' | 'ends_at'>;
