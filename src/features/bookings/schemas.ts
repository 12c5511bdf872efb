// Response schemas of bookings, and the request schemas of customers and contacts.
import { type TSchema, Type } from 'typebox';
import { BOOKING_STATES } from '../../domain/booking/booking.ts';
import { VEHICLE_TYPES } from '../../domain/dispatch/product.ts';
import { closed, creation, DateTime, Nullable, OneOf, ref, Uuid } from '../../http/operations/schemas.ts';
import { LocationSchema, RouteStopSchema } from '../locations/schemas.ts';
import { FareSchema, ProductSchema, QuoteSchema } from '../quotes/schemas.ts';
import { ArrivalWindowSchema } from '../schedule/schemas.ts';
import { bookingExample } from './booking-example.ts';

export const BookingStateSchema = OneOf(BOOKING_STATES, {
  $id: 'BookingState',
  description:
    'created: waits for a crew; dispatched: assigned to a crew; cancelled; completed: every stop is done.',
});

const customerFields = {
  name: Type.Optional(Type.String({ maxLength: 255, description: 'Name of the customer.' })),
  email: Type.Optional(Type.String({ format: 'email', maxLength: 255, description: 'E-mail address.' })),
  phone_number: Type.Optional(
    Type.String({ format: 'e164', description: 'Phone number in E.164 format, e.g. +14155552671.' }),
  ),
};
const customerExample = { name: 'Ana Diaz', phone_number: '+14155552671' };

export const CustomerSchema = Type.Object(
  customerFields,
  closed('Customer', 'The person the booking is for.', customerExample),
);

export const CustomerInputSchema = Type.Object(
  customerFields,
  creation(
    'CustomerInput',
    'The person the booking is for. Needs an `email` or a `phone_number`. Organizations only.',
    customerExample,
  ),
);

export const ContactInputSchema = Type.Object(
  {
    phone_number: Type.String({
      format: 'e164',
      description: 'Phone number in E.164 format, e.g. +14155552671.',
    }),
    name: Type.Optional(Type.String({ maxLength: 255, description: 'Name of the contact.' })),
    email: Type.Optional(Type.String({ format: 'email', maxLength: 255, description: 'E-mail address.' })),
    stop_positions: Type.Optional(
      Type.Array(Type.Integer({ minimum: 0 }), {
        maxItems: 7,
        description: 'Positions of the stops to notify about. Empty or omitted: all stops.',
      }),
    ),
  },
  creation('ContactInput', 'A person to notify.', { name: 'Ana Diaz', phone_number: '+14155552671' }),
);

export const ContactSchema = Type.Object(
  {
    id: Uuid({ description: 'Stable id of the contact.' }),
    name: Nullable(Type.String({ description: 'Name of the contact.' })),
    phone_number: Type.String({ description: 'Phone number in E.164 format.' }),
    email: Nullable(Type.String({ description: 'E-mail address.' })),
    notification_scope: OneOf(['all', 'selected'], {
      description: '`all`: every stop; `selected`: only the listed stops.',
    }),
    stop_positions: Type.Array(Type.Integer({ minimum: 0 }), { description: 'Empty if the scope is `all`.' }),
    stops: Type.Array(
      Type.Object({
        id: Uuid({ description: 'Id of the stop.' }),
        position: Type.Integer({ minimum: 0, description: 'Current position of the stop.' }),
      }),
      { description: 'Empty if the scope is `all`.' },
    ),
  },
  { $id: 'Contact', description: 'A person who is notified about the booking.' },
);

export const CrewSchema = Type.Object(
  {
    eta: Nullable(DateTime({ description: 'Estimated time of arrival at the next stop.' })),
    location: Type.Unsafe<[number, number] | null>({
      type: ['array', 'null'],
      items: { type: 'number' },
      minItems: 2,
      maxItems: 2,
      description: 'Current position of the crew, `[longitude, latitude]`.',
    }),
    phone_number: Nullable(
      Type.String({ description: 'Masked number that connects to the crew, for this booking only.' }),
    ),
    vehicle_type: OneOf(VEHICLE_TYPES, { description: 'Type of the vehicle.' }),
    rating: Type.Number({ minimum: 0, maximum: 5, description: 'Average rating, 0 to 5.' }),
    members: Type.Array(
      Type.Object({
        first_name: Type.String({ description: 'First name.' }),
        avatar_url: Type.String({ format: 'uri', description: 'URL of a picture.' }),
      }),
      { description: 'Crew members.' },
    ),
  },
  { $id: 'Crew', description: 'The crew of a booking.' },
);

const dispatchFields = {
  state: Type.String({ description: 'pending, driving, at or done, for the stop at `route_position`.' }),
  route_position: Type.Integer({ minimum: 0, description: 'Position of the stop.' }),
  route_stop_id: Nullable(Type.String({ format: 'uuid', description: 'Id of the stop.' })),
};

export const DispatchSchema = Type.Object(
  {
    ...dispatchFields,
    events: Type.Array(
      Type.Object({
        ...dispatchFields,
        triggered_at: DateTime({ description: 'When the step happened.' }),
        photo_urls: Type.Array(Type.String({ format: 'uri' }), {
          description: 'Proof of delivery, on `done`.',
        }),
        outcome: Type.Optional(Type.String({ description: 'On `done`: done or skipped.' })),
        reason: Type.Optional(Type.String({ description: 'Why the stop was skipped.' })),
      }),
      { description: 'All steps so far, in order.' },
    ),
  },
  { $id: 'Dispatch', description: 'Progress of the crew along the route.' },
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
    created_at: DateTime({ description: 'When the booking was created.' }),
    updated_at: DateTime({ description: 'When the booking last changed.' }),
    product: ref(ProductSchema),
    origin: ref(LocationSchema),
    destination: ref(LocationSchema),
    route: Type.Array(ref(RouteStopSchema), {
      description: 'All stops in order, origin through destination.',
    }),
    arrival_window: ref(ArrivalWindowSchema),
    arrival_window_ref: Nullable(
      Type.String({ description: 'Reference stop of the window: origin or destination.' }),
    ),
    description: Nullable(Type.String({ description: 'Free text about the job, shown to the crew.' })),
    order_number: Nullable(Type.String({ description: "The partner's order number or reference." })),
    tip: Type.Integer({ minimum: 0, description: 'Tip in cents; part of the final fare.' }),
    customer_notifications_enabled: Type.Boolean({
      description: 'Whether messages about the booking are sent.',
    }),
    photo_urls: Type.Array(Type.String({ format: 'uri' }), {
      description: "URLs of the partner's photos of the items.",
    }),
    state: ref(BookingStateSchema),
    dispatch_state: Type.String({ description: 'Legacy; prefer `dispatch`.', examples: ['origin_pending'] }),
    share_url: Type.String({
      format: 'uri',
      description:
        'Tracking link to share with the customer. The page shows the live status of the delivery.',
    }),
    customer: nullableRef(CustomerSchema, 'The person the booking is for.'),
    contacts: Type.Array(ref(ContactSchema), { description: 'People who are notified about the booking.' }),
    crew: nullableRef(CrewSchema, 'The assigned crew; null until one is assigned.'),
    dispatch: nullableRef(DispatchSchema, 'Progress of the crew; null before the first dispatch.'),
    previous_dispatches: Type.Array(
      Type.Object({
        ...DispatchSchema.properties,
        ended_at: DateTime({ description: 'When the dispatch ended.' }),
        reason: Nullable(Type.String({ description: 'Why the dispatch ended.' })),
      }),
      { description: 'Earlier dispatches whose crew was lost before the first stop was completed.' },
    ),
    quote: nullableRef(QuoteSchema, 'The current price.'),
    fare: nullableRef(FareSchema, 'The final fare; null until the job is completed.'),
    metadata: Type.Unsafe<Record<string, unknown> | null>({
      type: ['object', 'null'],
      additionalProperties: true,
      description: "The partner's own data.",
    }),
    cancellation: Type.Unsafe<object | null>({
      type: ['object', 'null'],
      properties: {
        by: { type: 'string', description: 'Who cancelled: partner, operator, provider or system.' },
        reason: { type: ['string', 'null'], description: 'Why the booking was cancelled.' },
        fee: { type: 'integer', description: 'Cancellation fee in cents.' },
        at: { type: 'string', format: 'date-time', description: 'When the booking was cancelled.' },
      },
      required: ['by', 'reason', 'fee', 'at'],
      description: 'Set once the booking is cancelled.',
    }),
  },
  { $id: 'Booking', description: 'An order for one job.', examples: [bookingExample] },
);
