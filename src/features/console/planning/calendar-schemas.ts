// Request and response schemas of the capacity calendar.
import { Type } from 'typebox';
import { OVERRIDE_KINDS } from '../../../domain/capacity-override.ts';
import { PRODUCTS } from '../../../domain/product.ts';
import { DateTime, Nullable, OneOf, ref, Uuid } from '../../../http/schemas.ts';

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
    'holiday: the area is closed all day; block: closed in these hours; capacity: so many places an hour.',
});

export const OverrideSchema = Type.Object(
  {
    id: Uuid({ description: 'Its id.' }),
    area: Type.String({ description: 'The slug of the area.' }),
    product: Nullable(OneOf(PRODUCTS, { description: 'Only this one; null for every product.' })),
    kind,
    first_day: Day('From this day on, on the calendar of each window.'),
    last_day: Day('Until this day, which is meant too.'),
    from: FullHour('From this hour of each day on.'),
    to: Type.String({ description: 'Until this hour; 24:00 is the end of the day.' }),
    capacity: Nullable(count('Places per hour; null where it is closed.')),
    reason: Nullable(Type.String({ description: 'Why, for colleagues. Partners never see it.' })),
    created_by: Type.String({ description: 'Who made it.' }),
    created_at: DateTime({ description: 'When it was made.' }),
  },
  {
    $id: 'CapacityOverride',
    description: 'An exception from what an area offers.',
    examples: [overrideExample],
  },
);

export const OverrideListSchema = Type.Object(
  { data: Type.Array(ref(OverrideSchema), { description: 'In order of time.' }) },
  {
    $id: 'CapacityOverrideList',
    description: 'Exceptions that are not over.',
    examples: [{ data: [overrideExample] }],
  },
);

export const NewOverrideSchema = Type.Object(
  {
    area: Type.String({ minLength: 1, maxLength: 63, description: 'The slug of the area.' }),
    product: Type.Optional(
      Nullable(OneOf(PRODUCTS, { description: 'Only this one; left out or null: every product.' })),
    ),
    kind,
    first_day: Day('From this day on.'),
    last_day: Type.Optional(Day('Until this day, which is meant too. Default: first_day.')),
    from: Type.Optional(FullHour('From this full hour of each day on. Default: 00:00.')),
    to: Type.Optional(FullHour('Until this full hour. Default: 24:00.')),
    capacity: Type.Optional(
      Nullable(
        Type.Integer({
          minimum: 0,
          maximum: 1_000_000,
          description: 'Places per hour; with kind capacity only.',
        }),
      ),
    ),
    reason: Type.Optional(
      Nullable(Type.String({ minLength: 1, maxLength: 255, description: 'Why, for colleagues.' })),
    ),
  },
  {
    $id: 'NewCapacityOverride',
    additionalProperties: false,
    description: 'An exception to make.',
    examples: [
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
    ],
  },
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
    time_zone: Type.String({ description: 'Of the windows in it.' }),
    start_at: DateTime({ description: 'When the hour begins.' }),
    reserved: count('Bookings that hold a place.'),
    capacity: count('Places that are left to them.'),
  },
  {
    $id: 'OverbookedHour',
    description: 'An hour that holds more bookings than it has places.',
    examples: [overbookedExample],
  },
);

const overbooked = Type.Array(ref(OverbookedSchema), {
  description:
    'Hours that hold more bookings than it leaves. None of them is lost; call customers, or find crews.',
});

export const OverridePreviewSchema = Type.Object(
  { overbooked },
  {
    $id: 'CapacityOverridePreview',
    description: 'What an exception would do.',
    examples: [{ overbooked: [overbookedExample] }],
  },
);

export const MadeOverrideSchema = Type.Object(
  { override: ref(OverrideSchema), overbooked },
  {
    $id: 'MadeCapacityOverride',
    description: 'What was made, and what it leaves too few of.',
    examples: [{ override: overrideExample, overbooked: [overbookedExample] }],
  },
);

const HourSchema = Type.Object(
  {
    start_at: DateTime({ description: 'When it begins.' }),
    day: Day('The day there.'),
    hour: Type.Integer({ minimum: 0, maximum: 23, description: 'What the clock shows there.' }),
    reserved: count('Bookings that hold a place.'),
    capacity: count('Places there are.'),
    usual_capacity: count('Places there would be without an exception.'),
    closed: Type.Boolean({ description: 'Nobody comes in this hour: it is not offered.' }),
    override_id: Nullable(Uuid({ description: 'The exception that decides; null for none.' })),
  },
  { description: 'An hour.' },
);

export const CalendarSchema = Type.Object(
  {
    area: Type.Object(
      {
        slug: Type.String({ description: 'Its slug.' }),
        name: Type.String({ description: 'Its name.' }),
      },
      { description: 'The area.' },
    ),
    time_zone: Type.String({ description: 'Whose days and hours are shown.' }),
    time_zones: Type.Array(Type.String(), {
      description: 'Zones of this area in which something is booked.',
    }),
    first_day: Day('The first day shown.'),
    last_day: Day('The last day shown.'),
    today: Day('What day it is there.'),
    products: Type.Array(
      Type.Object(
        {
          product: OneOf(PRODUCTS, { description: 'The product.' }),
          hours: Type.Array(HourSchema, { description: 'In order of time.' }),
        },
        { description: 'A product and its hours.' },
      ),
      { description: 'Every product that the area offers.' },
    ),
    overrides: Type.Array(ref(OverrideSchema), { description: 'Exceptions of the area that are not over.' }),
  },
  {
    $id: 'CapacityCalendar',
    description: 'How full each hour of an area is.',
    examples: [
      {
        area: { slug: 'united-states', name: 'United States' },
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
      },
    ],
  },
);

export const CalendarQuerySchema = Type.Object({
  area: Type.Optional(
    Type.String({ maxLength: 63, description: 'The slug of the area. Default: the first.' }),
  ),
  time_zone: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'Whose days and hours. Default: the zone in which most is booked.',
    }),
  ),
  from: Type.Optional(Day('The first day. Default: today.')),
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 31, description: 'How many days. Default: 14.' })),
});

export const OverrideQuerySchema = Type.Object({
  area: Type.Optional(Type.String({ maxLength: 63, description: 'Of this area.' })),
});

export const calendarSchemas = [
  OverrideSchema,
  OverrideListSchema,
  NewOverrideSchema,
  OverbookedSchema,
  OverridePreviewSchema,
  MadeOverrideSchema,
  CalendarSchema,
];
