// Identifies a booking together with its account.

export interface BookingRef {
  readonly accountId: string;
  readonly bookingId: string;
}
