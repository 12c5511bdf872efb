// Request and response schemas of the schedule.
import { Type } from 'typebox';
import {
  annotatedRef,
  creation,
  DateTime,
  Nullable,
  named,
  OneOf,
  ref,
  Uuid,
} from '../../http/operations/schemas.ts';
import { LocationParamSchema } from '../locations/schemas.ts';
import { ProductSchema } from '../quotes/schemas.ts';

export const ArrivalWindowSchema = Type.Object(
  {
    id: Uuid({ description: 'Stable id of the window.' }),
    available: Type.Boolean({ description: 'Whether the window can be booked.' }),
    ondemand: Type.Boolean({ description: 'On demand: a crew comes as soon as possible.' }),
    start_at: Type.Optional(Nullable(DateTime({ description: 'Start of the window; null if on demand.' }))),
    end_at: Type.Optional(Nullable(DateTime({ description: 'End of the window; null if on demand.' }))),
    label: Type.Optional(
      Nullable(
        Type.String({
          description: 'Display text in local time.',
          examples: ['Tue, Mar 10, 9:00 AM – 10:00 AM PDT'],
        }),
      ),
    ),
  },
  {
    $id: 'ArrivalWindow',
    additionalProperties: false,
    description: 'A time span in which the crew may arrive.',
  },
);

const RefSchema = OneOf(['origin', 'destination'], {
  description: 'Reference stop of the windows: arrival at the origin or at the destination. Default: origin.',
});

export const ScheduleInputSchema = Type.Object(
  {
    quote_id: Type.Optional(Uuid({ description: 'A quote of this account that has not expired.' })),
    product: Type.Optional(
      annotatedRef(ProductSchema, { description: 'The vehicle and crew. Required without `quote_id`.' }),
    ),
    origin: Type.Optional(
      annotatedRef(LocationParamSchema, { description: 'The pickup. Required without `quote_id`.' }),
    ),
    destination: Type.Optional(
      annotatedRef(LocationParamSchema, { description: 'The dropoff. Required without `quote_id`.' }),
    ),
    ref: Type.Optional(RefSchema),
  },
  creation('ScheduleInput', 'Either `quote_id`, or `product`, `origin` and `destination`.', {
    product: 'van',
    origin: '350 5th Ave, New York, NY 10118',
    destination: '1 Main St, Brooklyn, NY 11201',
  }),
);

export const ScheduleSchema = Type.Object(
  {
    data: Type.Array(ref(ArrivalWindowSchema), {
      description:
        'On-demand window first, then by time. Full windows are included, with `available: false`.',
    }),
    product: ref(ProductSchema),
    ref: OneOf(['origin', 'destination'], { description: 'Reference stop of the windows.' }),
    time_zone: Type.String({
      description: 'Time zone of the labels.',
      examples: ['America/New_York'],
    }),
  },
  named('Schedule', 'The arrival windows of a product on a route.', {
    data: [
      {
        id: '00000000-5d3f-8a61-9c0e-4f1d2b3a4c5d',
        available: true,
        ondemand: true,
        start_at: null,
        end_at: null,
        label: 'As soon as possible',
      },
      {
        id: '01e2b4f8-5d3f-8a61-9c0e-4f1d2b3a4c5d',
        available: true,
        ondemand: false,
        start_at: '2030-01-31T14:00:00.000Z',
        end_at: '2030-01-31T15:00:00.000Z',
        label: 'Thu, Jan 31, 9:00 AM – 10:00 AM EST',
      },
    ],
    product: 'van',
    ref: 'origin',
    time_zone: 'America/New_York',
  }),
);

export const scheduleSchemas = [ArrivalWindowSchema, ScheduleInputSchema, ScheduleSchema];
