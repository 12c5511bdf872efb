// Notification planning: which notices an event of a booking causes, and for which recipients. A recipient gets at
// most one notice per occasion. Each notice stores its claim, so that a delayed notice can be dropped once it is
// stale.
import type { BookingEventType, ChangedField } from '../booking/booking-events.ts';
import type { StopFailureReason } from '../booking/stop-failure-reasons.ts';
import type { NextStep } from './not-delivered-texts.ts';
import {
  hasOpenStops,
  isNotifiedOfStop,
  type NotifiedBooking,
  type Recipient,
  refPosition,
} from './notified-booking.ts';

export const NOTICE_KINDS = [
  'booked',
  'rescheduled',
  'on_the_way',
  'arriving',
  'stop_done',
  'all_done',
  'cancelled',
  'late',
  'not_delivered',
  'custom',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** The statements of a notice that can become stale. */
export interface Claim {
  readonly windowStartMs: number | null;
  readonly windowEndMs: number | null;
  readonly departedAtMs: number | null;
}

export interface Notice {
  readonly kind: NoticeKind;
  readonly recipient: Recipient;
  /** The stop that the notice is about; null for the whole booking. */
  readonly stopId: string | null;
  /** Deduplication key within the booking: at most one notice per recipient and occasion. */
  readonly occasion: string;
  readonly claim: Claim;
  readonly details?: NoticeDetails;
}

/** What a notice says beyond the state of the booking. */
export interface NoticeDetails {
  /** `late`: the new time; default: the ETA of the crew. */
  readonly expectedMs?: number | null;
  /** `not_delivered`. */
  readonly reason?: StopFailureReason;
  /** `not_delivered`; default: the redelivery if there is one. */
  readonly next?: NextStep;
  /** `custom`: what the operator wrote. */
  readonly text?: string;
}

export interface NotifiedEvent {
  readonly id: string;
  readonly type: BookingEventType;
  readonly occurredAtMs: number;
  /** The stop that the event is about; null if it is not about one stop. */
  readonly stopId: string | null;
  readonly changed: readonly ChangedField[];
}

/** From this ETA on, a crew counts as arriving instead of on its way. */
export const ARRIVING_MINUTES = 10;
const MINUTE_MS = 60_000;

type PlannedNotice = Pick<Notice, 'kind' | 'stopId' | 'occasion' | 'details'> & {
  readonly isFor: (recipient: Recipient) => boolean;
};

export function planNotices(
  event: NotifiedEvent,
  booking: NotifiedBooking,
  recipients: readonly Recipient[],
): Notice[] {
  const claim = claimOf(booking);
  return noticesAfter(event, booking).flatMap(({ isFor, ...notice }) =>
    recipients.filter(isFor).map((recipient) => ({ ...notice, recipient, claim })),
  );
}

export function claimOf({ windowStartMs, windowEndMs, progress }: NotifiedBooking): Claim {
  return { windowStartMs, windowEndMs, departedAtMs: progress?.departedAtMs ?? null };
}

/** Planned by a due job instead of an event: the window cannot be kept. Once per promised window. */
export function planLateNotices(booking: NotifiedBooking, recipients: readonly Recipient[]): Notice[] {
  const { windowEndMs } = booking;
  const stopId = booking.stops[refPosition(booking)]?.id ?? null;
  const claim = claimOf(booking);
  return recipients
    .filter((recipient) => hasOpenStops(recipient, booking))
    .map((recipient) => ({ kind: 'late', recipient, stopId, occasion: `late:${windowEndMs}`, claim }));
}

function noticesAfter(event: NotifiedEvent, booking: NotifiedBooking): PlannedNotice[] {
  const { id, type, stopId } = event;
  switch (type) {
    case 'booking.created':
      return [booked];
    case 'booking.updated':
      return afterEdit(event, booking);
    case 'booking.stop.departed':
      return ofStop('on_the_way', stopId, id);
    case 'booking.stop.arrived':
      return arriving(stopId, booking);
    case 'crew.location_updated':
      return isNear(event, booking) ? arriving(currentStopId(booking), booking) : [];
    case 'booking.stop.completed':
      return afterStop(event, booking);
    case 'booking.cancelled':
      return [ofBooking('cancelled', id, (recipient) => hasOpenStops(recipient, booking))];
    default:
      return [];
  }
}

/** The constant occasion ensures one `booked` notice per recipient; contacts added later get theirs then. */
const booked: PlannedNotice = { kind: 'booked', stopId: null, occasion: 'booked', isFor: () => true };

function afterEdit({ id, changed }: NotifiedEvent, booking: NotifiedBooking): PlannedNotice[] {
  if (booking.state === 'completed' || booking.state === 'cancelled') return [];
  const hasOpenStop = (recipient: Recipient) => hasOpenStops(recipient, booking);
  if (changed.includes('arrival_window')) return [ofBooking('rescheduled', id, hasOpenStop)];
  return changed.includes('contacts') ? [{ ...booked, isFor: hasOpenStop }] : [];
}

/** For the last stop, recipients of the whole route get `all_done` instead. */
function afterStop({ id, stopId }: NotifiedEvent, booking: NotifiedBooking): PlannedNotice[] {
  if (stopId === null) return [];
  if (booking.skippedStopIds.includes(stopId)) {
    const details = { reason: booking.skipReasons?.[stopId] ?? 'other' };
    return ofStop('not_delivered', stopId, id).map((planned) => ({ ...planned, details }));
  }
  const ofThisStop = ofStop('stop_done', stopId, id);
  if (booking.stops.at(-1)?.id !== stopId) return ofThisStop;
  const isOfWholeRoute = ({ stopIds }: Recipient) => stopIds === null;
  return [
    ...ofThisStop.map((planned) => ({
      ...planned,
      isFor: (recipient: Recipient) => planned.isFor(recipient) && !isOfWholeRoute(recipient),
    })),
    ofBooking('all_done', id, isOfWholeRoute),
  ];
}

function ofBooking(kind: NoticeKind, eventId: string, isFor: PlannedNotice['isFor']): PlannedNotice {
  return { kind, stopId: null, occasion: `${kind}:${eventId}`, isFor };
}

function ofStop(kind: NoticeKind, stopId: string | null, eventId: string): PlannedNotice[] {
  if (stopId === null) return [];
  return [
    {
      kind,
      stopId,
      occasion: `${kind}:${eventId}`,
      isFor: (recipient) => isNotifiedOfStop(recipient, stopId),
    },
  ];
}

/** Once per departure, triggered by a position or by the arrival, whichever comes first. */
function arriving(stopId: string | null, { progress }: NotifiedBooking): PlannedNotice[] {
  return ofStop('arriving', stopId, `${stopId}:${progress?.departedAtMs ?? 0}`);
}

function isNear({ occurredAtMs }: NotifiedEvent, { progress, etaMs }: NotifiedBooking): boolean {
  return (
    progress?.state === 'driving' && etaMs !== null && etaMs <= occurredAtMs + ARRIVING_MINUTES * MINUTE_MS
  );
}

function currentStopId({ stops, progress }: NotifiedBooking): string | null {
  return (progress && stops[progress.position]?.id) ?? null;
}

export type NoticeChannel = 'sms' | 'email';

/**
 * All channels of the recipient, except that `arriving` is not e-mailed to recipients with a phone number: it is
 * outdated within minutes.
 */
export function channelsOf({ kind, recipient }: Pick<Notice, 'kind' | 'recipient'>): NoticeChannel[] {
  const { phoneNumber, email } = recipient;
  const isMailed = email !== null && (kind !== 'arriving' || phoneNumber === null);
  return [...(phoneNumber === null ? [] : (['sms'] as const)), ...(isMailed ? (['email'] as const) : [])];
}
