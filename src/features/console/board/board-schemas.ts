// Request and response schemas of the day board.
import { Type } from 'typebox';
import { PRODUCTS, VEHICLE_TYPES } from '../../../domain/product.ts';
import { DateTime, Nullable, OneOf, ref, Uuid } from '../../../http/schemas.ts';

const DayText = (description: string) =>
  Type.String({ format: 'date', description, examples: ['2030-01-15'] });
const span = {
  starts_at: DateTime({ description: 'From when.' }),
  ends_at: DateTime({ description: 'Until when.' }),
};
const nullableSpan = (description: string) =>
  Type.Unsafe<object | null>({
    type: ['object', 'null'],
    properties: span,
    required: Object.keys(span),
    description,
  });
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
  window: {
    kind: 'listed',
    label: 'Jan 15, 12:00 PM - 1:00 PM EST',
    time_zone: 'America/New_York',
    starts_at: '2030-01-15T17:00:00.000Z',
    ends_at: '2030-01-15T18:00:00.000Z',
  },
  crew_id: crewId,
  slot: spanExample,
  stop_count: 2,
  stops_done: 0,
  progress: 'pending',
  trouble: null,
  eta: null,
  is_late: false,
};

const BoardBookingSchema = Type.Object(
  {
    id: Uuid({ description: 'Its id.' }),
    hid: Type.String({ description: 'Its confirmation code.' }),
    state: OneOf(['created', 'dispatched', 'completed'], { description: 'Its state; created: no crew yet.' }),
    product: OneOf(PRODUCTS, { description: 'What was ordered.' }),
    area: Type.String({ description: 'The service area, by its slug.' }),
    partner: Type.String({ description: 'The name of the account.' }),
    order_number: Nullable(Type.String({ description: "The partner's reference." })),
    customer: Nullable(Type.String({ description: 'Whom it is for.' })),
    window: Type.Object(
      {
        kind: OneOf(['listed', 'custom', 'on_demand'], { description: 'How it was chosen.' }),
        label: Type.String({ description: 'As partners read it.' }),
        time_zone: Type.String({ description: 'On whose clock that is.' }),
        ...span,
      },
      { description: 'When a crew may come; on demand, while it is held.' },
    ),
    crew_id: Nullable(Uuid({ description: 'Who comes or came; null: nobody, or a crew of the sandbox.' })),
    slot: nullableSpan('While the crew is busy with it.'),
    stop_count: Type.Integer({ description: 'How many stops it has.' }),
    stops_done: Type.Integer({ description: 'How many of them are done.' }),
    progress: Nullable(
      OneOf(['pending', 'driving', 'at', 'done'], { description: 'Where the crew is with its next stop.' }),
    ),
    trouble: Nullable(Type.String({ description: 'Why the crew cannot do its work; an operator decides.' })),
    eta: Nullable(DateTime({ description: 'When the crew expects to be there.' })),
    is_late: Type.Boolean({ description: 'Its window is missed, or will be.' }),
  },
  { $id: 'BoardBooking', description: 'A booking on the board.', examples: [bookingExample] },
);

const crewExample = {
  id: crewId,
  name: 'Ana and Bo',
  vehicle: { type: 'van', name: 'Van 7' },
  members: ['Ana', 'Bo'],
  home_areas: [],
  shifts: [{ starts_at: '2030-01-15T13:00:00.000Z', ends_at: '2030-01-15T21:00:00.000Z' }],
  is_retired: false,
};

const vehicle = {
  type: OneOf(VEHICLE_TYPES, { description: 'Its kind.' }),
  name: Type.String({ description: 'What it is called.' }),
};

const BoardCrewSchema = Type.Object(
  {
    id: Uuid({ description: 'Its id.' }),
    name: Type.String({ description: 'What it is called.' }),
    vehicle: Type.Unsafe<object | null>({
      type: ['object', 'null'],
      properties: vehicle,
      required: Object.keys(vehicle),
      description: 'What it drives.',
    }),
    members: Type.Array(Type.String(), { description: 'First names, the lead first.' }),
    home_areas: Type.Array(Type.String(), { description: 'Where it works; none: everywhere.' }),
    shifts: Type.Array(Type.Object(span), { description: 'When it works on this day.' }),
    is_retired: Type.Boolean({ description: 'It is no longer there; one of the bookings was its own.' }),
  },
  { $id: 'BoardCrew', description: 'A crew on the board.', examples: [crewExample] },
);

export const BoardSchema = Type.Object(
  {
    day: DayText('The day.'),
    time_zone: Type.String({ description: 'On whose clock the day begins and ends.' }),
    ...span,
    crews: Type.Array(ref(BoardCrewSchema), { description: 'By name.' }),
    bookings: Type.Array(ref(BoardBookingSchema), { description: 'In the order of time.' }),
    is_cut: Type.Boolean({ description: 'There are more than these; choose an area.' }),
  },
  {
    $id: 'Board',
    description: 'A day of all crews and bookings.',
    examples: [
      {
        day: '2030-01-15',
        time_zone: 'America/New_York',
        starts_at: '2030-01-15T05:00:00.000Z',
        ends_at: '2030-01-16T05:00:00.000Z',
        crews: [crewExample],
        bookings: [bookingExample],
        is_cut: false,
      },
    ],
  },
);

const dayExample = { day: '2030-01-15', unassigned: 3, dispatched: 12, completed: 0 };

export const BoardWeekSchema = Type.Object(
  {
    days: Type.Array(
      Type.Object({
        day: DayText('The day.'),
        unassigned: Type.Integer({ description: 'Bookings without a crew.' }),
        dispatched: Type.Integer({ description: 'Bookings with one.' }),
        completed: Type.Integer({ description: 'Bookings that are done.' }),
      }),
      { description: 'Monday to Sunday.' },
    ),
  },
  { $id: 'BoardWeek', description: 'A week in numbers.', examples: [{ days: [dayExample] }] },
);

const area = Type.Optional(
  Type.String({ maxLength: 255, description: 'Only this service area, by its slug.' }),
);

export const BoardQuerySchema = Type.Object({
  day: DayText('The day, on the calendar of each booking.'),
  area,
  time_zone: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        'Whose clock to show where neither the area nor a booking of the day has one; UTC if left out.',
      examples: ['America/New_York'],
    }),
  ),
});

export const BoardWeekQuerySchema = Type.Object({ day: DayText('A day of the week.'), area });

export const boardSchemas = [BoardBookingSchema, BoardCrewSchema, BoardSchema, BoardWeekSchema];
