// Staleness of notices: whether the content of a notice is still true, and whether it can wait until quiet hours end.
// A delayed notice that has become stale is dropped.
import type { Claim, NoticeKind } from './notification-plan.ts';
import { type NotifiedBooking, refPosition } from './notified-booking.ts';

export interface PendingNotice {
  readonly kind: NoticeKind;
  readonly stopId: string | null;
  readonly claim: Claim;
}

/** Useless after a delay: the recipient waits now, or an operator decided to write now. */
const URGENT: ReadonlySet<NoticeKind> = new Set([
  'on_the_way',
  'arriving',
  'late',
  'not_delivered',
  'custom',
]);
/** A notice about a window must arrive this long before it starts. */
const MIN_NOTICE_MS = 60 * 60_000;

export function isNoticeCurrent(notice: PendingNotice, booking: NotifiedBooking, nowMs: number): boolean {
  const { kind, stopId, claim } = notice;
  const isOpen = booking.state === 'created' || booking.state === 'dispatched';
  switch (kind) {
    case 'booked':
    case 'rescheduled':
      return (
        isOpen &&
        hasSameWindow(claim, booking) &&
        !hasDeparted(booking) &&
        (claim.windowEndMs === null || nowMs < claim.windowEndMs)
      );
    case 'on_the_way':
      return isOpen && isAt(booking, stopId, claim, ['driving']);
    case 'arriving':
      return isOpen && isAt(booking, stopId, claim, ['driving', 'at']);
    case 'late':
      return isOpen && hasSameWindow(claim, booking) && !hasReached(booking, positionOf(booking, stopId));
    case 'not_delivered':
      return (
        stopId === null || !booking.doneStopIds.includes(stopId) || booking.skippedStopIds.includes(stopId)
      );
    case 'stop_done':
    case 'all_done':
    case 'cancelled':
    case 'custom':
      return true;
    default:
      return kind satisfies never;
  }
}

/** Whether the notice is still useful when quiet hours end. */
export function canDelay(
  { kind, claim }: Pick<PendingNotice, 'kind' | 'claim'>,
  quietUntilMs: number,
): boolean {
  if (URGENT.has(kind)) return false;
  if (kind === 'stop_done' || kind === 'all_done') return true;
  // On-demand bookings have no start time: their recipients wait now.
  return claim.windowStartMs !== null && claim.windowStartMs >= quietUntilMs + MIN_NOTICE_MS;
}

/** Of the stop that the notice is about, or of the reference stop. */
function positionOf(booking: NotifiedBooking, stopId: string | null): number {
  const position = booking.stops.findIndex(({ id }) => id === stopId);
  return position < 0 ? refPosition(booking) : position;
}

/** Whether the crew has arrived at the stop or passed it. */
export function hasReached(
  { state, progress }: Pick<NotifiedBooking, 'state' | 'progress'>,
  position: number,
): boolean {
  if (state === 'completed') return true;
  if (progress === null || progress.position < position) return false;
  return progress.position > position || progress.state === 'at' || progress.state === 'done';
}

function hasDeparted({ progress }: NotifiedBooking): boolean {
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
