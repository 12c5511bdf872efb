// Reasons for which a crew declines an offer. The crew's phone sends a code; dispatchers read it on the booking page.

export const OFFER_DECLINE_REASONS = [
  'too_far',
  'not_enough_time',
  'does_not_fit',
  'vehicle_problem',
  'on_break',
  'other',
] as const;
export type OfferDeclineReason = (typeof OFFER_DECLINE_REASONS)[number];

export interface OfferDecline {
  readonly reason: OfferDeclineReason;
  readonly note: string | null;
}
