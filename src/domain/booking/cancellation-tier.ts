// One tier of a cancellation policy: when it starts to apply, and its fee.

/** `notice` counts elapsed minutes before the start of the window, so it never applies to on-demand bookings. */
export type TierStart =
  | { readonly kind: 'notice'; readonly minutes: number }
  | { readonly kind: 'crew_assigned' }
  | { readonly kind: 'crew_departed' }
  | { readonly kind: 'crew_arrived' };

/** A percentage of the lowest estimate plus a fixed amount, limited to the range from minCents to maxCents. */
export interface TierFee {
  readonly percent?: number | undefined;
  readonly cents?: number | undefined;
  readonly minCents?: number | undefined;
  readonly maxCents?: number | undefined;
}

export interface CancellationTier {
  readonly from: TierStart;
  readonly fee: TierFee;
}
