// Request and response schemas of the capacity calendar.
import { Type } from 'typebox';
import { PRODUCTS } from '../../../domain/dispatch/product.ts';
import { OVERRIDE_KINDS } from '../../../domain/time/capacity-override.ts';
import {
  closed,
  DateTime,
  listOf,
  Nullable,
  named,
  OneOf,
  ref,
  Uuid,
  type View,
} from '../../../http/operations/schemas.ts';

const Day = (description: string) => Type.String({ format: 'date', description });
const FullHour = (description: string) =>
  Type.String({ pattern: '^([01][0-9]|2[0-4]):00$', description, examples: ['08:00'] });
const count = (description: string) => Type.Integer({ minimum: 0, description });

const overrideId = '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9a01';
const overrideExample = {
  id: overrideId,
  area: 'united-states',
  product: null,
  kind: 'holiday',
  first_day: '2030-12-25',
  last_day: '2030-12-25',
  from: '00:00',
  to: '24:00',
  capacity: null,
  reason: 'Christmas Day',
  created_by: 'Dana Reyes',
  created_at: '2030-11-02T09:30:00.000Z',
};

const kind = OneOf(OVERRIDE_KINDS, {
  description:
    '`holiday`: all products are closed all day; `block`: closed in the given hours; `capacity`: the given ' +
    'number of bookings per hour.',
});

export const OverrideSchema = Type.Object(
  {
    id: Uuid({ description: 'Unique id of the override.' }),
    area: Type.String({ description: 'Slug of the area.' }),
    product: Nullable(
      OneOf(PRODUCTS, { description: 'Product that the override applies to; null for all products.' }),
    ),
    kind,
    first_day: Day('First day, inclusive, in the time zone of each window.'),
    last_day: Day('Last day, inclusive.'),
    from: FullHour('First hour of each day, inclusive.'),
    to: Type.String({
      description: 'End of the last hour of each day, exclusive; 24:00 is the end of the day.',
    }),
    capacity: Nullable(count('Bookings per hour; null for a closed override.')),
    reason: Nullable(Type.String({ description: 'Reason, for other operators. Partners never see it.' })),
    created_by: Type.String({ description: 'Name of the operator or command that created the override.' }),
    created_at: DateTime({ description: 'When the override was created.' }),
  },
  named('CapacityOverride', 'A dated change of the capacity of a service area.', overrideExample),
);

export const OverrideListSchema = listOf(
  'CapacityOverrideList',
  OverrideSchema,
  'Capacity overrides, ordered by time.',
  'Capacity overrides that are not over.',
);

export const NewOverrideSchema = Type.Object(
  {
    area: Type.String({ minLength: 1, maxLength: 63, description: 'Slug of the area.' }),
    product: Type.Optional(
      Nullable(
        OneOf(PRODUCTS, {
          description: 'Product that the override applies to. null or omitted: all products.',
        }),
      ),
    ),
    kind,
    first_day: Day('First day, inclusive.'),
    last_day: Type.Optional(Day('Last day, inclusive. Default: `first_day`.')),
    from: Type.Optional(FullHour('First hour of each day, as a full hour. Default: 00:00.')),
    to: Type.Optional(FullHour('End of the last hour of each day, as a full hour. Default: 24:00.')),
    capacity: Type.Optional(
      Nullable(
        Type.Integer({
          minimum: 0,
          maximum: 1_000_000,
          description: 'Bookings per hour. Required with kind `capacity`, not allowed otherwise.',
        }),
      ),
    ),
    reason: Type.Optional(
      Nullable(Type.String({ minLength: 1, maxLength: 255, description: 'Reason, for other operators.' })),
    ),
  },
  closed(
    'NewCapacityOverride',
    'Parameters of a new capacity override.',
    { area: 'united-states', kind: 'holiday', first_day: '2030-12-25', reason: 'Christmas Day' },
    {
      area: 'united-states',
      kind: 'capacity',
      product: 'van',
      first_day: '2030-12-23',
      from: '08:00',
      to: '12:00',
      capacity: 4,
    },
  ),
);

const overbookedExample = {
  product: 'van',
  time_zone: 'America/New_York',
  start_at: '2030-12-25T14:00:00.000Z',
  reserved: 3,
  capacity: 0,
};

const OverbookedSchema = Type.Object(
  {
    product: OneOf(PRODUCTS, { description: 'The product.' }),
    time_zone: Type.String({ description: 'Time zone of the hour.' }),
    start_at: DateTime({ description: 'Start of the hour.' }),
    reserved: count('Number of bookings that reserve capacity in the hour.'),
    capacity: count('Capacity of the hour with the override.'),
  },
  named('OverbookedHour', 'An hour with more reservations than capacity.', overbookedExample),
);

const overbooked = Type.Array(ref(OverbookedSchema), {
  description:
    'Hours with more reservations than capacity. The bookings stay valid: reschedule them with the ' +
    'customers, or find more crews.',
});

const text = (description: string) => Nullable(Type.String({ description }));
const affectedExample = {
  id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9fee',
  hid: '7XK2M9QT',
  product: 'van',
  window_label: 'Wed, Dec 25, 9:00 AM – 10:00 AM EST',
  account_name: 'Acme Furniture',
  customer_name: 'Ana Diaz',
  customer_phone_number: '+14155552671',
};

const AffectedBookingSchema = Type.Object(
  {
    id: Uuid({ description: 'Unique id of the booking.' }),
    hid: Type.String({ description: 'Confirmation code.' }),
    product: OneOf(PRODUCTS, { description: 'The booked product.' }),
    window_label: text('Label of the arrival window.'),
    account_name: Type.String({ description: 'Name of the account.' }),
    customer_name: text('Name of the customer, or of the first contact.'),
    customer_phone_number: text('Phone number of the customer, or of the first contact.'),
  },
  named('AffectedBooking', 'A booking in an hour that an override would overbook.', affectedExample),
);

export const OverridePreviewSchema = Type.Object(
  {
    overbooked,
    bookings: Type.Array(ref(AffectedBookingSchema), {
      description: 'Bookings in these hours, ordered by window. At most 100.',
    }),
  },
  named('CapacityOverridePreview', 'Effect of a capacity override.', {
    overbooked: [overbookedExample],
    bookings: [affectedExample],
  }),
);

export const CreatedOverrideSchema = Type.Object(
  { override: ref(OverrideSchema), overbooked },
  named('MadeCapacityOverride', 'A created capacity override and the hours that it overbooks.', {
    override: overrideExample,
    overbooked: [overbookedExample],
  }),
);

const HourSchema = Type.Object(
  {
    start_at: DateTime({ description: 'Start of the hour.' }),
    day: Day('Local day of the hour.'),
    hour: Type.Integer({ minimum: 0, maximum: 23, description: 'Local hour, 0 to 23.' }),
    reserved: count('Number of bookings that reserve capacity.'),
    capacity: Nullable(count('Capacity of the hour; null if only the plan of the day limits it.')),
    usual_capacity: Nullable(
      count('Capacity of the hour without overrides; null in areas with planned capacity.'),
    ),
    closed: Type.Boolean({ description: 'Whether an override closes the hour, so that it is not offered.' }),
    override_id: Nullable(Uuid({ description: 'Id of the override that applies; null if none does.' })),
  },
  { description: 'Capacity of one hour.' },
);

export const CalendarSchema = Type.Object(
  {
    area: Type.Object(
      {
        slug: Type.String({ description: 'Slug of the area.' }),
        name: Type.String({ description: 'Name of the area.' }),
        capacity: OneOf(['counted', 'planned'], {
          description:
            '`planned`: a window can be booked if a crew can drive it on top of the plan of its day, and only overrides limit ' +
            'the number of bookings per hour.',
        }),
      },
      { description: 'The service area.' },
    ),
    time_zone: Type.String({ description: 'Time zone of the days and hours.' }),
    time_zones: Type.Array(Type.String(), {
      description: 'Time zones of the area in which there are bookings.',
    }),
    first_day: Day('First day of the calendar.'),
    last_day: Day('Last day of the calendar.'),
    today: Day('Current day in the time zone of the calendar.'),
    products: Type.Array(
      Type.Object(
        {
          product: OneOf(PRODUCTS, { description: 'The product.' }),
          hours: Type.Array(HourSchema, { description: 'Hours, ordered by time.' }),
        },
        { description: 'Hours of one product.' },
      ),
      { description: 'All products that the area offers.' },
    ),
    overrides: Type.Array(ref(OverrideSchema), {
      description: 'Capacity overrides of the area that are not over.',
    }),
  },
  named('CapacityCalendar', 'Reserved and available capacity of an area per hour.', {
    area: { slug: 'united-states', name: 'United States', capacity: 'counted' },
    time_zone: 'America/New_York',
    time_zones: ['America/New_York'],
    first_day: '2030-12-25',
    last_day: '2030-12-25',
    today: '2030-12-20',
    products: [
      {
        product: 'van',
        hours: [
          {
            start_at: '2030-12-25T14:00:00.000Z',
            day: '2030-12-25',
            hour: 9,
            reserved: 3,
            capacity: 0,
            usual_capacity: 1_000,
            closed: true,
            override_id: overrideId,
          },
        ],
      },
    ],
    overrides: [overrideExample],
  }),
);

export const CalendarQuerySchema = Type.Object({
  area: Type.Optional(
    Type.String({ maxLength: 63, description: 'Slug of the area. Default: the first area.' }),
  ),
  time_zone: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        'IANA time zone of the calendar. Default: the time zone of the area, or the one with the most bookings.',
    }),
  ),
  from: Type.Optional(Day('First day. Default: today.')),
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 31, description: 'Number of days. Default: 14.' })),
});

export const OverrideQuerySchema = Type.Object({
  area: Type.Optional(Type.String({ maxLength: 63, description: 'Slug of a service area to filter by.' })),
});

export const calendarSchemas = [
  OverrideSchema,
  OverrideListSchema,
  NewOverrideSchema,
  OverbookedSchema,
  AffectedBookingSchema,
  OverridePreviewSchema,
  CreatedOverrideSchema,
  CalendarSchema,
];

export type AffectedBooking = View<typeof AffectedBookingSchema>;
export type CapacityCalendar = View<typeof CalendarSchema>;
