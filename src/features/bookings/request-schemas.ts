// Request schemas of bookings and stops.
import { Type } from 'typebox';
import { BOOKING_STATES } from '../../domain/booking.ts';
import { PARTNER_CANCEL_REASONS } from '../../domain/booking-ending.ts';
import { DateTime, Nullable, OneOf, ref, Uuid } from '../../http/schemas.ts';
import { LocationParamSchema, routeFields } from '../locations/schemas.ts';
import { ProductSchema } from '../quotes/schemas.ts';
import { ContactInputSchema, CustomerSchema } from './schemas.ts';

const text = (maxLength: number, description: string) => Type.String({ maxLength, description });

const details = {
  description: Type.Optional(text(5_000, 'For people.')),
  customer: Type.Optional(ref(CustomerSchema)),
  contacts: Type.Optional(
    Type.Array(ref(ContactInputSchema), {
      maxItems: 20,
      description:
        'Exactly these are notified, also if the list is empty. Omitted on creation: the customer is.',
    }),
  ),
  photo_urls: Type.Optional(
    Type.Array(Type.String({ format: 'http-url', maxLength: 2_048 }), {
      maxItems: 20,
      description: 'Photos of what is to be moved.',
    }),
  ),
  metadata: Type.Optional(
    Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      maxProperties: 50,
      description: 'Your own data: 50 keys, 16 KB.',
    }),
  ),
  order_number: Type.Optional(text(255, 'Your reference.')),
};

const windowFields = {
  arrival_window_id: Type.Optional(
    Uuid({ description: 'From the schedule; not together with `arrival_window_from`.' }),
  ),
  arrival_window_from: Type.Optional(
    DateTime({ description: 'A start of your own choosing, in the future.' }),
  ),
  arrival_window_to: Type.Optional(
    DateTime({ description: 'Its end; omitted: as long as windows are here.' }),
  ),
};

const addons = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 63 }), {
    maxItems: 20,
    description: 'Slugs: the whole set; `[]` clears it.',
  }),
);

export const BookingInputSchema = Type.Object(
  {
    quote_id: Type.Optional(Uuid({ description: 'Books the route, product and add-ons of a quote.' })),
    ...routeFields,
    product: Type.Optional(ref(ProductSchema)),
    ...windowFields,
    arrival_window_ref: Type.Optional(
      OneOf(['origin', 'destination'], { description: 'Which end the window is for. Default: origin.' }),
    ),
    addons,
    ...details,
    customer_notifications_enabled: Type.Optional(Type.Boolean({ description: 'Default: true.' })),
    tip: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Cents: 0, or at least 100.' }),
    ),
    test_specifications: Type.Optional(
      Type.Object(
        {
          mode: OneOf(['auto'], {
            description:
              '`auto`: the sandbox plays the whole job at once, whatever its window: a crew is assigned, drives to every stop and completes it with a photo, and the fare is settled. Each step is told as for any booking.',
          }),
        },
        { additionalProperties: false, description: 'Sandbox only; never shown again.' },
      ),
    ),
  },
  {
    $id: 'BookingInput',
    additionalProperties: false,
    description: 'A quote, or a route and a product; and when to come.',
    examples: [
      {
        stops: [
          { location: '350 5th Ave, New York, NY 10118' },
          { location: '1 Main St, Brooklyn, NY 11201' },
        ],
        product: 'van',
        arrival_window_from: '2030-01-31T14:00:00Z',
        customer: { name: 'Ana Diaz', phone_number: '+14155552671' },
        order_number: 'SO-10442',
      },
    ],
  },
);

export const BookingUpdateSchema = Type.Object(
  {
    origin: Type.Optional(ref(LocationParamSchema)),
    destination: Type.Optional(ref(LocationParamSchema)),
    ...windowFields,
    addons,
    ...details,
    description: Type.Optional(Nullable(text(5_000, 'null clears it.'))),
    order_number: Type.Optional(Nullable(text(255, 'null clears it.'))),
    customer: Type.Optional(
      Type.Unsafe<object | null>({
        type: ['object', 'null'],
        anyOf: [ref(CustomerSchema), { type: 'null' }],
        description: 'Replaces the customer; null clears it.',
      }),
    ),
  },
  {
    $id: 'BookingUpdate',
    additionalProperties: false,
    description: 'What is left out stays as it is.',
    examples: [{ order_number: 'SO-10443', metadata: { cart: null, gift: true } }],
  },
);

export const CancelInputSchema = Type.Object(
  {
    cancel_reason: Type.Optional(
      OneOf(PARTNER_CANCEL_REASONS, { description: 'vehicle, long_eta, im_not_ready or other.' }),
    ),
  },
  {
    $id: 'CancelInput',
    additionalProperties: false,
    description: 'Why, if you like.',
    examples: [{ cancel_reason: 'im_not_ready' }],
  },
);

const stopDetails = {
  instructions: Type.Optional(Nullable(text(1_000, 'For the crew.'))),
  address2: Type.Optional(Nullable(text(255, 'Apartment or suite.'))),
  floor: Type.Optional(Nullable(Type.Integer({ minimum: -20, maximum: 200, description: 'Which floor.' }))),
  elevator: Type.Optional(Nullable(Type.Boolean({ description: 'Whether there is an elevator.' }))),
};

export const NewStopSchema = Type.Object(
  {
    location: ref(LocationParamSchema),
    position: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Where to put it; omitted: just before the destination.' }),
    ),
    ...stopDetails,
  },
  {
    $id: 'NewStop',
    additionalProperties: false,
    description: 'A stop to add.',
    examples: [{ location: '30-30 47th Ave, Long Island City, NY 11101' }],
  },
);

export const StopUpdateSchema = Type.Object(stopDetails, {
  $id: 'StopUpdate',
  additionalProperties: false,
  description: 'What the crew finds at the door.',
  examples: [{ instructions: 'Ring twice', floor: 3, elevator: true }],
});

export const ReorderSchema = Type.Object(
  {
    from_position: Type.Integer({ description: 'Where the stop is.' }),
    to_position: Type.Integer({ description: 'Where it should be.' }),
  },
  {
    $id: 'Reorder',
    additionalProperties: false,
    description: 'Moves one stop.',
    examples: [{ from_position: 2, to_position: 1 }],
  },
);

/** Query parameters of a page of bookings. `state` is a comma-separated list. */
export const bookingPageQuery = {
  after: Type.Optional(Type.String({ maxLength: 200, description: 'Cursor from `next`.' })),
  before: Type.Optional(
    Type.String({ maxLength: 200, description: 'Cursor from `previous`; not together with `after`.' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Default: 20.' })),
  state: Type.Optional(
    Type.String({
      pattern: `^(?:${BOOKING_STATES.join('|')})(?:,(?:${BOOKING_STATES.join('|')}))*$`,
      'x-expected': `one or several of ${BOOKING_STATES.join(', ')}, separated by commas`,
      description: 'Only these states, comma-separated.',
      examples: ['created,dispatched'],
    }),
  ),
};

export const BookingListQuerySchema = Type.Object(
  {
    ...bookingPageQuery,
    order_number: Type.Optional(Type.String({ maxLength: 255, description: 'Your reference.' })),
    hid: Type.Optional(Type.String({ maxLength: 8, description: 'Confirmation code.' })),
    created_from: Type.Optional(DateTime({ description: 'Made at or after.' })),
    created_to: Type.Optional(DateTime({ description: 'Made before.' })),
    window_from: Type.Optional(DateTime({ description: 'Window starts at or after.' })),
    window_to: Type.Optional(DateTime({ description: 'Window starts before.' })),
  },
  { additionalProperties: false },
);
