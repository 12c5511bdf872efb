// One row of a table of cancellation fees: from when on it holds, and what it asks.

/** Notice is counted in real minutes to the start of the window, so it does not bind on-demand bookings. */
export type TierStart =
  | { readonly kind: 'notice'; readonly minutes: number }
  | { readonly kind: 'crew_assigned' }
  | { readonly kind: 'crew_departed' }
  | { readonly kind: 'crew_arrived' };

/** A share of the lowest estimate and a fixed amount, added up, then held between the bounds. */
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
