// Whether what a notice says is still so, and whether it may wait until people are awake. A notice that has to wait and is
// overtaken by events is dropped: nobody is woken by old news, and nobody reads it in the morning as if it were new.
import type { Claim, NoticeKind } from './notification-plan.ts';
import { type NotifiedBooking, refPosition } from './notified-booking.ts';

export interface HeldNotice {
  readonly kind: NoticeKind;
  readonly stopId: string | null;
  readonly claim: Claim;
}

/** Of use only now: the crew is on its way, at the door, or not where it was promised to be. */
const URGENT: ReadonlySet<NoticeKind> = new Set(['on_the_way', 'arriving', 'late']);
/** A word about a window is of use before somebody gets ready for it. */
const GET_READY_MS = 60 * 60_000;

export function isStillTrue(notice: HeldNotice, booking: NotifiedBooking, nowMs: number): boolean {
  const { kind, stopId, claim } = notice;
  const isOpen = booking.state === 'created' || booking.state === 'dispatched';
  switch (kind) {
    case 'booked':
    case 'rescheduled':
      return (
        isOpen &&
        hasSameWindow(claim, booking) &&
        !hasSetOut(booking) &&
        (claim.windowEndMs === null || nowMs < claim.windowEndMs)
      );
    case 'on_the_way':
      return isOpen && isAt(booking, stopId, claim, ['driving']);
    case 'arriving':
      return isOpen && isAt(booking, stopId, claim, ['driving', 'at']);
    case 'late':
      return isOpen && hasSameWindow(claim, booking) && !hasReached(booking, refPosition(booking));
    case 'stop_done':
    case 'all_done':
    case 'cancelled':
      return true;
    default:
      return kind satisfies never;
  }
}

/** Whether it can be held back until quiet hours end without losing its use. */
export function canWait({ kind, claim }: Pick<HeldNotice, 'kind' | 'claim'>, quietUntilMs: number): boolean {
  if (URGENT.has(kind)) return false;
  if (kind === 'stop_done' || kind === 'all_done') return true;
  // On demand somebody waits right now.
  return claim.windowStartMs !== null && claim.windowStartMs >= quietUntilMs + GET_READY_MS;
}

/** The crew is at the stop, or was. */
export function hasReached(
  { state, progress }: Pick<NotifiedBooking, 'state' | 'progress'>,
  position: number,
): boolean {
  if (state === 'completed') return true;
  if (progress === null || progress.position < position) return false;
  return progress.position > position || progress.state === 'at' || progress.state === 'done';
}

function hasSetOut({ progress }: NotifiedBooking): boolean {
  return progress !== null && (progress.position > 0 || progress.state !== 'pending');
}

function hasSameWindow(claim: Claim, { windowStartMs, windowEndMs }: NotifiedBooking): boolean {
  return claim.windowStartMs === windowStartMs && claim.windowEndMs === windowEndMs;
}

function isAt(
  { stops, progress }: NotifiedBooking,
  stopId: string | null,
  { departedAtMs }: Claim,
  states: readonly string[],
): boolean {
  return (
    progress !== null &&
    stops[progress.position]?.id === stopId &&
    states.includes(progress.state) &&
    progress.departedAtMs === departedAtMs
  );
}
