// Schemas of the bookings in the portal.
import { type Static, Type } from 'typebox';
import { BOOKING_STATES } from '../../domain/booking/booking.ts';
import {
  Nullable,
  OneOf,
  pageOf,
  QueryText,
  Timestamp,
  Uuid,
  type View,
} from '../../http/operations/schemas.ts';

const Day = (description: string) => Type.String({ format: 'date', description });

export const PortalBookingQuerySchema = Type.Object({
  search: Type.Optional(
    QueryText(128, {
      description:
        'Booking id, confirmation code, order number, or words of the customer, contacts and addresses.',
    }),
  ),
  state: Type.Optional(OneOf(BOOKING_STATES)),
  first_day: Type.Optional(Day('First day of the arrival windows, each in its own time zone.')),
  last_day: Type.Optional(Day('Last day of the arrival windows, inclusive.')),
  after: Type.Optional(Uuid({ description: '`next` of the previous page.' })),
});

const Cents = (description: string) => Nullable(Type.Integer({ description }));

const LinkedBooking = (description: string) =>
  Nullable(Type.Object({ id: Uuid(), hid: Type.String() }, { description }));

export const PortalBookingSchema = Type.Object(
  {
    id: Uuid(),
    hid: Type.String({ description: 'Confirmation code.' }),
    state: OneOf(BOOKING_STATES),
    dispatch_state: Type.String(),
    order_number: Nullable(Type.String()),
    product: Type.String(),
    customer_name: Nullable(Type.String({ description: 'Of the customer, or else of the last contact.' })),
    origin: Type.String({ description: 'Name of the first stop.' }),
    destination: Type.String({ description: 'Name of the last stop.' }),
    stop_count: Type.Integer(),
    skipped_positions: Type.Array(Type.Integer(), {
      description: 'Positions of the stops that an operator skipped.',
    }),
    redelivery: LinkedBooking('Booking that delivers a skipped stop again.'),
    redelivery_of: LinkedBooking('Booking whose skipped stop this one delivers again.'),
    window_starts_at: Nullable(Timestamp({ description: 'null: on demand.' })),
    window_ends_at: Nullable(Timestamp()),
    time_zone: Nullable(Type.String({ description: 'Of the arrival window.' })),
    fare_cents: Cents('Final fare.'),
    estimate_low_cents: Cents('Lowest estimate.'),
    estimate_high_cents: Cents('Highest estimate.'),
    cancellation_fee_cents: Cents('Set if the booking is cancelled.'),
    created_at: Timestamp(),
  },
  { $id: 'PortalBooking' },
);
export type PortalBooking = View<typeof PortalBookingSchema>;
export const PortalBookingPageSchema = Type.Object(
  {
    ...pageOf(PortalBookingSchema, '').properties,
    time_zone: Nullable(
      Type.String({ description: 'Of the newest arrival window of the account: where its today is.' }),
    ),
  },
  { $id: 'PortalBookingPage' },
);

export const NewStopPreviewSchema = Type.Object({
  location: Type.String({ minLength: 1, maxLength: 500, description: 'Address of the new stop.' }),
  position: Type.Integer({ minimum: 0, description: 'Position of the new stop.' }),
});

const EstimateSchema = Type.Object({ low_cents: Type.Integer(), high_cents: Type.Integer() });

export const StopChangePricesSchema = Type.Object(
  {
    before: EstimateSchema,
    after: EstimateSchema,
  },
  { $id: 'StopChangePrices', description: 'The estimate now, and with the change.' },
);

export const AddonsOnOfferSchema = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        slug: Type.String(),
        name: Type.String(),
        description: Type.String(),
        amount_cents: Type.Integer(),
      }),
    ),
  },
  { $id: 'AddonsOnOffer', description: 'Add-ons that can be chosen, with their prices.' },
);

export const AddonPreviewSchema = Type.Object({
  addons: Type.Array(Type.String({ minLength: 1, maxLength: 63 }), {
    maxItems: 20,
    description: 'Slugs of the add-ons: the complete set.',
  }),
});

export const AddressQuerySchema = Type.Object({
  text: QueryText(300, { description: 'What the visitor has typed.' }),
});

export const AddressSuggestionsSchema = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        address: Type.String(),
        source: OneOf(['known', 'found', 'similar'], {
          description:
            '`known`: of an earlier booking. `found`: as the geocoder writes it. `similar`: the geocoder proposes it.',
        }),
      }),
    ),
    reason: Nullable(Type.String({ description: 'Why the geocoder did not find the address.' })),
  },
  { $id: 'AddressSuggestions' },
);
export type AddressSuggestions = Static<typeof AddressSuggestionsSchema>;
