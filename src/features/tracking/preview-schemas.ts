// Schemas of the tracking preview in the portal.
import { type Static, Type } from 'typebox';
import { BOOKING_STATES } from '../../domain/booking/booking.ts';
import { Nullable, OneOf, pageOf, QueryText, Timestamp, Uuid } from '../../http/operations/schemas.ts';

export const PreviewQuerySchema = Type.Object({
  search: Type.Optional(QueryText(128, { description: 'Confirmation code, order number or booking id.' })),
  after: Type.Optional(Uuid({ description: '`next` of the previous page.' })),
});

const PortalBookingSchema = Type.Object(
  {
    id: Uuid(),
    hid: Type.String({ description: 'Confirmation code.' }),
    state: OneOf(BOOKING_STATES),
    dispatch_state: Type.String(),
    order_number: Nullable(Type.String()),
    origin: Type.String({ description: 'Name of the first stop.' }),
    destination: Type.String({ description: 'Name of the last stop.' }),
    stop_count: Type.Integer(),
    created_at: Timestamp(),
  },
  { $id: 'PortalBooking' },
);
export type PortalBooking = Omit<Static<typeof PortalBookingSchema>, 'created_at'> & {
  readonly created_at: Date;
};
export const PortalBookingPageSchema = pageOf(PortalBookingSchema, 'PortalBookingPage');
