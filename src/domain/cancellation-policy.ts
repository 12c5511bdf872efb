// What it costs a partner to call off a booking: a table of tiers per account. Without tiers, the default, nothing.

import { decimal, multiply, roundHalfUp } from '../lib/decimal.ts';
import { type Booking, firstStopDone } from './booking.ts';
import { legacyDispatchState } from './dispatch-state.ts';

/** From when on a tier holds. Notice is counted to the start of the window, so it does not bind on-demand bookings. */
export type TierStart =
  | { readonly kind: 'notice'; readonly minutes: number }
  | { readonly kind: 'crew_assigned' }
  | { readonly kind: 'crew_departed' }
  | { readonly kind: 'crew_arrived' };

export interface CancellationTier {
  readonly from: TierStart;
  /** Whole cents, or a share of the lowest estimate. */
  readonly fee: { readonly cents: number } | { readonly percent: number };
}

export interface CancellationPolicy {
  readonly tiers: readonly CancellationTier[];
}

export const FREE_CANCELLATION: CancellationPolicy = { tiers: [] };

export interface CancellationFee {
  readonly feeCents: number;
  /** The tier that asks the most of those that hold; null where none does. */
  readonly tier: CancellationTier | null;
}

export type CancellationPreview =
  | (CancellationFee & {
      readonly cancellable: true;
      /** When time alone next changes the fee; null when it will not. */
      readonly holdsUntilMs: number | null;
    })
  | { readonly cancellable: false; readonly code: 'booking_not_cancellable' | 'booking_already_cancelled' };

const MINUTE_MS = 60_000;

/** Never more than the job itself would have cost at least. */
export function cancellationFee(
  policy: CancellationPolicy,
  booking: Booking,
  nowMs: number,
): CancellationFee {
  const held = policy.tiers.filter(({ from }) => holds(from, booking, nowMs));
  return held.reduce<CancellationFee>(
    (most, tier) => {
      const feeCents = feeOf(tier, booking);
      return most.tier === null || feeCents > most.feeCents ? { feeCents, tier } : most;
    },
    { feeCents: 0, tier: null },
  );
}

/** What a partner would be asked for now. */
export function previewCancellation(
  policy: CancellationPolicy,
  booking: Booking,
  nowMs: number,
): CancellationPreview {
  const code = partnerRefusal(booking);
  if (code !== null) return { cancellable: false, code };
  const fee = cancellationFee(policy, booking, nowMs);
  const changes = policy.tiers
    .flatMap(({ from }) => startMsOf(from, booking) ?? [])
    .filter((atMs) => atMs > nowMs && cancellationFee(policy, booking, atMs).feeCents !== fee.feeCents);
  return { cancellable: true, ...fee, holdsUntilMs: changes.length === 0 ? null : Math.min(...changes) };
}

/** Partners can cancel until the first stop is done. */
export function partnerRefusal(
  booking: Pick<Booking, 'state' | 'dispatch'>,
): 'booking_not_cancellable' | 'booking_already_cancelled' | null {
  if (booking.state === 'cancelled') return 'booking_already_cancelled';
  return booking.state === 'completed' || firstStopDone(booking) ? 'booking_not_cancellable' : null;
}

function holds(from: TierStart, booking: Booking, nowMs: number): boolean {
  if (from.kind === 'notice') return nowMs >= (startMsOf(from, booking) ?? Number.POSITIVE_INFINITY);
  if (booking.state !== 'dispatched') return false;
  const stage = legacyDispatchState(booking);
  if (from.kind === 'crew_assigned') return true;
  return from.kind === 'crew_departed'
    ? stage !== 'origin_pending'
    : !/^origin_(pending|driving)$/.test(stage);
}

function startMsOf(from: TierStart, { window }: Booking): number | null {
  if (from.kind !== 'notice' || window.startMs === null) return null;
  return window.startMs - from.minutes * MINUTE_MS;
}

function feeOf({ fee }: CancellationTier, { quote }: Booking): number {
  const lowestCents = quote.estimate[0].totalCents;
  if ('cents' in fee) return Math.min(fee.cents, lowestCents);
  const share = roundHalfUp(multiply(decimal(fee.percent), decimal(lowestCents / 100)), 0);
  return Math.min(share, lowestCents);
}
