// Identifies a booking together with its account.

export interface BookingPlace {
  readonly accountId: string;
  readonly bookingId: string;
}
