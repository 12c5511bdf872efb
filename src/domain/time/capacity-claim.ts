// The capacity that a booking uses. A booking holds its hour bucket until it is cancelled or moved to another bucket;
// completion does not release it. On-demand capacity is held while the booking is live, and expires ON_DEMAND_HOLD_MS
// after it was taken.
import type { Booking } from '../booking/booking.ts';
import type { Product } from '../dispatch/product.ts';
import type { ArrivalWindow, CapacityBucket } from './arrival-window.ts';

export type CapacityClaim =
  | ({ readonly kind: 'bucket' } & CapacityBucket)
  | {
      readonly kind: 'on_demand';
      readonly areaSlug: string;
      readonly timeZone: string;
      readonly product: Product;
      readonly endsAtMs: number;
    };

export interface CapacityChange {
  readonly kind: 'claim' | 'release';
  readonly claim: CapacityClaim;
}

export const ON_DEMAND_HOLD_MS = 2 * 3_600_000;

type Claimant = Pick<Booking, 'state' | 'areaSlug' | 'product' | 'windowTakenAtMs'> & {
  readonly window: ArrivalWindow;
};

export function capacityClaimOf({
  state,
  areaSlug,
  product,
  window,
  windowTakenAtMs,
}: Claimant): CapacityClaim | null {
  if (state === 'cancelled') return null;
  if (window.bucketStartMs !== null) {
    return { kind: 'bucket', areaSlug, timeZone: window.timeZone, product, startMs: window.bucketStartMs };
  }
  if (state === 'completed') return null;
  const { timeZone } = window;
  return { kind: 'on_demand', areaSlug, timeZone, product, endsAtMs: windowTakenAtMs + ON_DEMAND_HOLD_MS };
}

/**
 * The capacity that a transition claims and releases, in lock order: by start, then by bucket key. Every transaction
 * must lock in this order to avoid deadlocks. The order uses the bucket key, not the window id, because several
 * windows share one bucket. `before` is null for a new booking.
 */
export function capacityChanges(before: Claimant | null, after: Claimant): CapacityChange[] {
  const [current, next] = [before && capacityClaimOf(before), capacityClaimOf(after)];
  if (current && next && lockKey(current) === lockKey(next) && endOf(current) === endOf(next)) return [];
  const moves: CapacityChange[] = [
    ...(current ? [{ kind: 'release', claim: current } as const] : []),
    ...(next ? [{ kind: 'claim', claim: next } as const] : []),
  ];
  return moves.sort(
    (a, b) => Number(isOnDemandRelease(b)) - Number(isOnDemandRelease(a)) || compare(a.claim, b.claim),
  );
}

/**
 * The row of an on-demand claim belongs to one booking and is never contended. It is released first, because a
 * booking has at most one.
 */
function isOnDemandRelease({ kind, claim }: CapacityChange): boolean {
  return kind === 'release' && claim.kind === 'on_demand';
}

function compare(a: CapacityClaim, b: CapacityClaim): number {
  const [startA, startB] = [startOf(a), startOf(b)];
  if (startA !== startB) return startA < startB ? -1 : 1;
  const [keyA, keyB] = [lockKey(a), lockKey(b)];
  if (keyA === keyB) return 0;
  return keyA < keyB ? -1 : 1;
}

/** On-demand claims sort before all buckets. */
function startOf(claim: CapacityClaim): number {
  return claim.kind === 'bucket' ? claim.startMs : Number.NEGATIVE_INFINITY;
}

function endOf(claim: CapacityClaim): number | null {
  return claim.kind === 'on_demand' ? claim.endsAtMs : null;
}

function lockKey(claim: CapacityClaim): string {
  const zone = claim.kind === 'bucket' ? [claim.timeZone, String(claim.startMs)] : [];
  return [claim.kind, claim.areaSlug, claim.product, ...zone].join('|');
}
