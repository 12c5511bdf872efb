// Request schemas of bookings and stops.
import { Type } from 'typebox';
import { BOOKING_STATES } from '../../domain/booking/booking.ts';
import { PARTNER_CANCEL_REASONS } from '../../domain/booking/booking-ending.ts';
import { MAX_TIP_CENTS } from '../../domain/money/adjustment.ts';
import {
  annotatedRef,
  closed,
  creation,
  DateTime,
  Nullable,
  OneOf,
  ref,
  Uuid,
  update,
} from '../../http/operations/schemas.ts';
import { LocationParamSchema, routeFields, stopInputFields } from '../locations/schemas.ts';
import { ProductSchema } from '../quotes/schemas.ts';
import { ContactInputSchema, CustomerInputSchema } from './schemas.ts';

const text = (maxLength: number, description: string) => Type.String({ maxLength, description });

const details = {
  description: Type.Optional(text(5_000, 'Free text about the job, shown to the crew.')),
  customer: Type.Optional(
    annotatedRef(CustomerInputSchema, { description: 'The person the booking is for.' }),
  ),
  contacts: Type.Optional(
    Type.Array(ref(ContactInputSchema), {
      maxItems: 20,
      description:
        'The complete list of contacts to notify; it may be empty. If omitted on creation, a contact is made from the customer. Contacts change only through this field: an update of `customer` keeps them.',
    }),
  ),
  photo_urls: Type.Optional(
    Type.Array(Type.String({ format: 'uri', maxLength: 2_048 }), {
      maxItems: 20,
      description:
        'URIs (RFC 3986) of photos of the items to move, with any scheme. Percent-encode spaces and non-ASCII characters. Pages of Waybill link `http` and `https` only.',
    }),
  ),
  metadata: Type.Optional(
    Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      maxProperties: 50,
      description:
        'Your own data: at most 50 keys and 16 KB. A key whose value is null is removed, or not stored. Whole numbers beyond ±9,007,199,254,740,991 are refused, because they would lose digits: send them as text.',
    }),
  ),
  order_number: Type.Optional(text(255, 'Your order number or reference.')),
};

const windowFields = {
  arrival_window_id: Type.Optional(
    Uuid({
      description: 'Id of a listed window from the schedule. Cannot be combined with `arrival_window_from`.',
    }),
  ),
  arrival_window_from: Type.Optional(
    DateTime({ description: 'Start of a custom window; must be in the future.' }),
  ),
  arrival_window_to: Type.Optional(
    DateTime({ description: 'End of a custom window. If omitted, the default length applies.' }),
  ),
};

const addons = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 63 }), {
    maxItems: 20,
    description: 'Slugs of the add-ons: the complete set. `[]` removes all.',
  }),
);

export const BookingInputSchema = Type.Object(
  {
    quote_id: Type.Optional(
      Uuid({ description: 'Id of a quote. The booking uses its route, product and add-ons.' }),
    ),
    ...routeFields,
    product: Type.Optional(
      annotatedRef(ProductSchema, { description: 'The vehicle and crew. Required without `quote_id`.' }),
    ),
    ...windowFields,
    arrival_window_ref: Type.Optional(
      OneOf(['origin', 'destination'], { description: 'Reference stop of the window. Default: origin.' }),
    ),
    addons,
    ...details,
    customer_notifications_enabled: Type.Optional(
      Type.Boolean({ description: 'Whether messages about the booking are sent. Default: true.' }),
    ),
    tip: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_TIP_CENTS,
        description: 'Tip in cents: 0, or at least 100; at most 2,147,483,647.',
      }),
    ),
    test_specifications: Type.Optional(
      Type.Object(
        {
          mode: OneOf(['auto'], {
            description:
              '`auto`: the sandbox starts the whole job at once, regardless of the window: a crew is assigned, drives to every stop and completes it with a photo, and the fare is settled. Each step creates the same events as a real job.',
          }),
        },
        { additionalProperties: false, description: 'Sandbox only. Not returned in responses.' },
      ),
    ),
  },
  creation('BookingInput', 'A quote, or a route and a product; and an arrival window.', {
    stops: [{ location: '350 5th Ave, New York, NY 10118' }, { location: '1 Main St, Brooklyn, NY 11201' }],
    product: 'van',
    arrival_window_from: '2030-01-31T14:00:00Z',
    customer: { name: 'Ana Diaz', phone_number: '+14155552671' },
    order_number: 'SO-10442',
  }),
);

export const BookingUpdateSchema = Type.Object(
  {
    origin: Type.Optional(ref(LocationParamSchema)),
    destination: Type.Optional(ref(LocationParamSchema)),
    ...windowFields,
    addons,
    ...details,
    description: Type.Optional(
      Nullable(text(5_000, 'Free text about the job, shown to the crew; null removes it.')),
    ),
    order_number: Type.Optional(Nullable(text(255, 'Your order number or reference; null removes it.'))),
    customer: Type.Optional(
      Type.Unsafe<object | null>({
        type: ['object', 'null'],
        anyOf: [ref(CustomerInputSchema), { type: 'null' }],
        description:
          'Replaces the customer; null removes it. The contacts stay as they are, also one that was made from the old customer: send `contacts` to change them.',
      }),
    ),
  },
  update(
    'BookingUpdate',
    'Omitted fields stay unchanged. `metadata` is merged key by key; a null value removes the key.',
    { order_number: 'SO-10443', metadata: { cart: null, gift: true } },
  ),
);

export const CancelInputSchema = Type.Object(
  {
    cancel_reason: Type.Optional(
      OneOf(PARTNER_CANCEL_REASONS, {
        description: 'Why the booking is cancelled: vehicle, long_eta, im_not_ready or other.',
      }),
    ),
  },
  creation('CancelInput', 'Optional reason for the cancellation.', { cancel_reason: 'im_not_ready' }),
);

export const NewStopSchema = Type.Object(
  {
    location: ref(LocationParamSchema),
    position: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Position of the new stop. Default: before the destination.' }),
    ),
    ...stopInputFields,
  },
  creation('NewStop', 'A stop to add.', { location: '30-30 47th Ave, Long Island City, NY 11101' }),
);

export const StopUpdateSchema = Type.Object(
  stopInputFields,
  update('StopUpdate', 'Access details of a stop. Omitted fields stay unchanged.', {
    instructions: 'Ring twice',
    floor: 3,
    elevator: true,
  }),
);

export const ReorderSchema = Type.Object(
  {
    from_position: Type.Integer({ description: 'Current position of the stop.' }),
    to_position: Type.Integer({ description: 'New position of the stop.' }),
  },
  closed('Reorder', 'Moves one stop.', { from_position: 2, to_position: 1 }),
);

/** Query parameters of a page of bookings. `state` is a comma-separated list. */
export const bookingPageQuery = {
  after: Type.Optional(Type.String({ maxLength: 200, description: 'Cursor from `next`.' })),
  before: Type.Optional(
    Type.String({ maxLength: 200, description: 'Cursor from `previous`; not together with `after`.' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Page size. Default: 20.' })),
  state: Type.Optional(
    Type.String({
      pattern: `^(?:${BOOKING_STATES.join('|')})(?:,(?:${BOOKING_STATES.join('|')}))*$`,
      'x-expected': `one or several of ${BOOKING_STATES.join(', ')}, separated by commas`,
      description: 'Filter by state; several states are separated by commas.',
      examples: ['created,dispatched'],
    }),
  ),
};

export const BookingListQuerySchema = Type.Object(
  {
    ...bookingPageQuery,
    order_number: Type.Optional(Type.String({ maxLength: 255, description: 'Filter by order number.' })),
    hid: Type.Optional(Type.String({ maxLength: 8, description: 'Filter by confirmation code.' })),
    created_from: Type.Optional(DateTime({ description: 'Created at or after this time.' })),
    created_to: Type.Optional(DateTime({ description: 'Created before this time.' })),
    window_from: Type.Optional(DateTime({ description: 'Window starts at or after this time.' })),
    window_to: Type.Optional(DateTime({ description: 'Window starts before this time.' })),
  },
  { additionalProperties: false },
);
