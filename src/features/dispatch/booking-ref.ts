// Which booking, and whose.

export interface BookingPlace {
  readonly accountId: string;
  readonly bookingId: string;
}
