// The wire of the schedule.
import { Type } from 'typebox';
import { DateTime, Nullable, OneOf, ref, Uuid } from '../../http/schemas.ts';
import { LocationParamSchema } from '../locations/schemas.ts';
import { ProductSchema } from '../quotes/schemas.ts';

export const ArrivalWindowSchema = Type.Object(
  {
    id: Uuid({ description: 'The same from call to call.' }),
    available: Type.Boolean({ description: 'Whether the window can be booked.' }),
    ondemand: Type.Boolean({ description: 'As soon as possible, instead of at a set time.' }),
    start_at: Type.Optional(Nullable(DateTime())),
    end_at: Type.Optional(Nullable(DateTime())),
    label: Type.Optional(Nullable(Type.String({ examples: ['Tue, Mar 10, 9:00 AM – 10:00 AM PDT'] }))),
  },
  { $id: 'ArrivalWindow', additionalProperties: false, description: 'When a crew may arrive.' },
);

const RefSchema = OneOf(['origin', 'destination'], {
  description: 'Whether windows are for the arrival at the pickup or at the dropoff. Default: origin.',
});

export const ScheduleInputSchema = Type.Object(
  {
    quote_id: Type.Optional(Uuid()),
    product: Type.Optional(ref(ProductSchema)),
    origin: Type.Optional(ref(LocationParamSchema)),
    destination: Type.Optional(ref(LocationParamSchema)),
    ref: Type.Optional(RefSchema),
  },
  {
    $id: 'ScheduleInput',
    additionalProperties: false,
    description: 'Either `quote_id`, or `product`, `origin` and `destination`.',
    examples: [
      {
        product: 'van',
        origin: '350 5th Ave, New York, NY 10118',
        destination: '1 Main St, Brooklyn, NY 11201',
      },
    ],
  },
);

export const ScheduleSchema = Type.Object(
  {
    data: Type.Array(ref(ArrivalWindowSchema), {
      description: 'On-demand first, then in order of time. Windows that are full stay in the list.',
    }),
    product: ref(ProductSchema),
    ref: OneOf(['origin', 'destination']),
    time_zone: Type.String({
      description: 'In which the labels are written.',
      examples: ['America/New_York'],
    }),
  },
  { $id: 'Schedule', description: 'The arrival windows of a product on a route.' },
);
