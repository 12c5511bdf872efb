// Cancellation policy of an account: the table of fee tiers that applies when a partner cancels. The default has no
// tiers: cancellations are free.
import { decimal, multiply, roundHalfUp } from '../../lib/decimal.ts';
import { type Booking, isFirstStopDone, isLastStopDone } from './booking.ts';
import type { CancellationTier, TierStart } from './cancellation-tier.ts';

export interface CancellationPolicy {
  readonly tiers: readonly CancellationTier[];
}

export const FREE_CANCELLATION: CancellationPolicy = { tiers: [] };

export interface CancellationFee {
  readonly feeCents: number;
  /** The tier with the highest fee among those that apply; null if none applies. */
  readonly tier: CancellationTier | null;
}

export const NO_FEE: CancellationFee = { feeCents: 0, tier: null };

export type CancellationPreview =
  | (CancellationFee & {
      readonly cancellable: true;
      /** When the fee next changes by passage of time alone; null if it will not. */
      readonly feeValidUntilMs: number | null;
    })
  | { readonly cancellable: false; readonly code: 'booking_not_cancellable' | 'booking_already_cancelled' };

const MINUTE_MS = 60_000;

export function cancellationFee(
  policy: CancellationPolicy,
  booking: Booking,
  nowMs: number,
): CancellationFee {
  const applicable = policy.tiers.filter(({ from }) => tierApplies(from, booking, nowMs));
  return applicable.reduce<CancellationFee>((highest, tier) => {
    const feeCents = tierFeeCents(tier, booking);
    return highest.tier === null || feeCents > highest.feeCents ? { feeCents, tier } : highest;
  }, NO_FEE);
}

/** The fee that the partner would pay now, if it cancels itself or if an operator cancels and charges the fee. */
export function previewCancellation(
  policy: CancellationPolicy,
  booking: Booking,
  nowMs: number,
  by: 'partner' | 'operator' = 'partner',
): CancellationPreview {
  const code = by === 'partner' ? partnerRefusal(booking) : operatorRefusal(booking);
  if (code !== null) return { cancellable: false, code };
  const fee = cancellationFee(policy, booking, nowMs);
  const changes = policy.tiers
    .flatMap(({ from }) => startMsOf(from, booking) ?? [])
    .filter((atMs) => atMs > nowMs && cancellationFee(policy, booking, atMs).feeCents !== fee.feeCents);
  return { cancellable: true, ...fee, feeValidUntilMs: changes.length === 0 ? null : Math.min(...changes) };
}

/** Partners can cancel until the first stop is done. */
export function partnerRefusal(
  booking: Pick<Booking, 'state' | 'dispatch'>,
): 'booking_not_cancellable' | 'booking_already_cancelled' | null {
  if (booking.state === 'cancelled') return 'booking_already_cancelled';
  return booking.state === 'completed' || isFirstStopDone(booking) ? 'booking_not_cancellable' : null;
}

/** Operators can cancel until the last stop is done. */
function operatorRefusal(booking: Booking): ReturnType<typeof partnerRefusal> {
  if (booking.state === 'cancelled') return 'booking_already_cancelled';
  return booking.state === 'completed' || isLastStopDone(booking) ? 'booking_not_cancellable' : null;
}

/** Also correct for a cancelled booking: its window and dispatch stay unchanged. */
export function tierApplies(from: TierStart, booking: Booking, atMs: number): boolean {
  if (from.kind === 'notice') return atMs >= (startMsOf(from, booking) ?? Number.POSITIVE_INFINITY);
  const { dispatch } = booking;
  if (dispatch === null) return false;
  if (from.kind === 'crew_assigned') return true;
  const { routePosition, state } = dispatch;
  if (routePosition > 0 || state === 'at' || state === 'done') return true;
  return from.kind === 'crew_departed' && state === 'driving';
}

function startMsOf(from: TierStart, { window }: Booking): number | null {
  if (from.kind !== 'notice' || window.startMs === null) return null;
  return window.startMs - from.minutes * MINUTE_MS;
}

/** Limited to the lowest total of the estimate. */
export function tierFeeCents({ fee }: CancellationTier, { quote }: Pick<Booking, 'quote'>): number {
  const { percent = 0, cents = 0, minCents = 0, maxCents = Number.POSITIVE_INFINITY } = fee;
  const lowestCents = quote.estimate[0].totalCents;
  const share = roundHalfUp(multiply(decimal(percent), decimal(lowestCents / 100)), 0);
  return Math.min(Math.max(share + cents, minCents), maxCents, lowestCents);
}
