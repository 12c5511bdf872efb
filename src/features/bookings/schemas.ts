// Response schemas of bookings, and the request schemas of customers and contacts.
import { type TSchema, Type } from 'typebox';
import { BOOKING_STATES } from '../../domain/booking.ts';
import { VEHICLE_TYPES } from '../../domain/product.ts';
import { DateTime, Nullable, OneOf, ref, Uuid } from '../../http/schemas.ts';
import { LocationSchema, RouteStopSchema } from '../locations/schemas.ts';
import { FareSchema, ProductSchema, QuoteSchema } from '../quotes/schemas.ts';
import { ArrivalWindowSchema } from '../schedule/schemas.ts';
import { bookingExample } from './booking-example.ts';

export const BookingStateSchema = OneOf(BOOKING_STATES, {
  $id: 'BookingState',
  description:
    'created: not yet dispatched; dispatched: assigned to a crew; cancelled; completed: successfully carried out.',
});

export const CustomerSchema = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'Their name.' })),
    email: Type.Optional(Type.String({ format: 'email', maxLength: 255, description: 'Where to write.' })),
    phone_number: Type.Optional(Type.String({ format: 'e164', description: 'E.164, e.g. +14155552671.' })),
  },
  {
    $id: 'Customer',
    additionalProperties: false,
    description: 'Whom the booking is for; with an email or a phone number. Organizations only.',
    examples: [{ name: 'Ana Diaz', phone_number: '+14155552671' }],
  },
);

export const ContactInputSchema = Type.Object(
  {
    phone_number: Type.String({ format: 'e164', description: 'E.164, e.g. +14155552671.' }),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'Their name.' })),
    email: Type.Optional(Type.String({ format: 'email', maxLength: 255, description: 'Where to write.' })),
    stop_positions: Type.Optional(
      Type.Array(Type.Integer({ minimum: 0 }), {
        maxItems: 7,
        description: 'Which stops they hear about; none means all.',
      }),
    ),
  },
  { $id: 'ContactInput', additionalProperties: false, description: 'Somebody to notify.' },
);

export const ContactSchema = Type.Object(
  {
    id: Uuid({ description: 'Stays the same while they are a contact.' }),
    name: Nullable(Type.String({ description: 'Their name.' })),
    phone_number: Type.String({ description: 'E.164.' }),
    email: Nullable(Type.String({ description: 'Where to write.' })),
    notification_scope: OneOf(['all', 'selected'], { description: 'Every stop, or only those listed.' }),
    stop_positions: Type.Array(Type.Integer({ minimum: 0 }), { description: 'Empty when the scope is all.' }),
    stops: Type.Array(
      Type.Object({
        id: Uuid({ description: 'The stop.' }),
        position: Type.Integer({ minimum: 0, description: 'Where it is now.' }),
      }),
      { description: 'Empty when the scope is all.' },
    ),
  },
  { $id: 'Contact', description: 'Somebody who is notified.' },
);

export const CrewSchema = Type.Object(
  {
    eta: Nullable(DateTime({ description: 'Expected arrival at the next stop.' })),
    location: Type.Unsafe<[number, number] | null>({
      type: ['array', 'null'],
      items: { type: 'number' },
      minItems: 2,
      maxItems: 2,
      description: 'Where the crew is, `[longitude, latitude]`.',
    }),
    phone_number: Nullable(Type.String({ description: 'Reaches the crew for this booking only.' })),
    vehicle_type: OneOf(VEHICLE_TYPES, { description: 'What they drive.' }),
    rating: Type.Number({ minimum: 0, maximum: 5, description: 'Average, 0 to 5.' }),
    members: Type.Array(
      Type.Object({
        first_name: Type.String({ description: 'First name.' }),
        avatar_url: Type.String({ format: 'uri', description: 'A picture.' }),
      }),
      { description: 'Who comes.' },
    ),
  },
  { $id: 'Crew', description: 'The crew of a booking.' },
);

const dispatchFields = {
  state: Type.String({ description: 'pending, driving, at or done, for the stop at `route_position`.' }),
  route_position: Type.Integer({ minimum: 0, description: 'The stop it is about.' }),
  route_stop_id: Nullable(Type.String({ format: 'uuid', description: 'Its id.' })),
};

export const DispatchSchema = Type.Object(
  {
    ...dispatchFields,
    events: Type.Array(
      Type.Object({
        ...dispatchFields,
        triggered_at: DateTime({ description: 'When it happened.' }),
        photo_urls: Type.Array(Type.String({ format: 'uri' }), { description: 'Proof photos, on done.' }),
        outcome: Type.Optional(Type.String({ description: 'On done: done or skipped.' })),
        reason: Type.Optional(Type.String({ description: 'Why a stop was skipped.' })),
      }),
      { description: 'Every step so far.' },
    ),
  },
  { $id: 'Dispatch', description: 'How far the crew is.' },
);

const nullableRef = (schema: TSchema, description: string) =>
  Type.Unsafe<object | null>({
    type: ['object', 'null'],
    anyOf: [ref(schema), { type: 'null' }],
    description,
  });

export const BookingSchema = Type.Object(
  {
    id: Uuid({ description: 'The id of the booking.' }),
    hid: Type.String({ description: 'Confirmation code.', examples: ['7XK2M9QT'] }),
    created_at: DateTime({ description: 'When it was made.' }),
    updated_at: DateTime({ description: 'When it last changed.' }),
    product: ref(ProductSchema),
    origin: ref(LocationSchema),
    destination: ref(LocationSchema),
    route: Type.Array(ref(RouteStopSchema), {
      description: 'All stops in order, origin through destination.',
    }),
    arrival_window: ref(ArrivalWindowSchema),
    arrival_window_ref: Nullable(Type.String({ description: 'origin or destination.' })),
    description: Nullable(Type.String({ description: 'For people.' })),
    order_number: Nullable(Type.String({ description: "The partner's reference." })),
    tip: Type.Integer({ minimum: 0, description: 'Cents; part of the final fare.' }),
    customer_notifications_enabled: Type.Boolean({
      description: 'Whether people are notified automatically.',
    }),
    photo_urls: Type.Array(Type.String({ format: 'uri' }), { description: "The partner's photos." }),
    state: ref(BookingStateSchema),
    dispatch_state: Type.String({ description: 'Legacy; prefer `dispatch`.', examples: ['origin_pending'] }),
    share_url: Type.String({
      format: 'uri',
      description:
        'Tracking link to share with the customer: a page that shows the delivery while it happens.',
    }),
    customer: nullableRef(CustomerSchema, 'Whom the booking is for.'),
    contacts: Type.Array(ref(ContactSchema), { description: 'Who is notified.' }),
    crew: nullableRef(CrewSchema, 'Who comes; null until somebody does.'),
    dispatch: nullableRef(DispatchSchema, 'How far the crew is; null before any dispatch.'),
    previous_dispatches: Type.Array(
      Type.Object({
        ...DispatchSchema.properties,
        ended_at: DateTime({ description: 'When the crew was lost.' }),
        reason: Nullable(Type.String({ description: 'Why.' })),
      }),
      { description: 'Dispatches whose crew was lost before the first stop was done.' },
    ),
    quote: nullableRef(QuoteSchema, 'The price as it stands.'),
    fare: nullableRef(FareSchema, 'What was charged; null until the job is done.'),
    metadata: Type.Unsafe<Record<string, unknown> | null>({
      type: ['object', 'null'],
      additionalProperties: true,
      description: "The partner's own data.",
    }),
    cancellation: Type.Unsafe<object | null>({
      type: ['object', 'null'],
      properties: {
        by: { type: 'string', description: 'partner, operator, provider or system.' },
        reason: { type: ['string', 'null'], description: 'Why.' },
        fee: { type: 'integer', description: 'Cents.' },
        at: { type: 'string', format: 'date-time', description: 'When.' },
      },
      required: ['by', 'reason', 'fee', 'at'],
      description: 'Set once the booking is cancelled.',
    }),
  },
  { $id: 'Booking', description: 'A job that was ordered.', examples: [bookingExample] },
);
