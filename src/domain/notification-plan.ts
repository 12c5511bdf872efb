// Which notices follow from what happened to a booking, and for whom. A notice is of an occasion, and nobody is told of
// one occasion twice; what it claims is kept with it, so that one that has to wait can be dropped when it is no longer so.
import type { BookingEventType, ChangedField } from './booking-events.ts';
import {
  hearsOfStop,
  isStillWaiting,
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
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** What a notice says that can cease to be so. */
export interface Claim {
  readonly windowStartMs: number | null;
  readonly windowEndMs: number | null;
  readonly departedAtMs: number | null;
}

export interface Notice {
  readonly kind: NoticeKind;
  readonly recipient: Recipient;
  /** The stop it is about; null for the whole booking. */
  readonly stopId: string | null;
  /** Of a booking. */
  readonly occasion: string;
  readonly claim: Claim;
}

export interface NotifiedEvent {
  readonly id: string;
  readonly type: BookingEventType;
  readonly occurredAtMs: number;
  /** The stop that is meant, where one is. */
  readonly stopId: string | null;
  readonly changed: readonly ChangedField[];
}

/** From here on a crew is arriving rather than on its way. */
export const ARRIVING_MINUTES = 10;
const MINUTE_MS = 60_000;

type Wanted = Pick<Notice, 'kind' | 'stopId' | 'occasion'> & {
  readonly isFor: (recipient: Recipient) => boolean;
};

export function planNotices(
  event: NotifiedEvent,
  booking: NotifiedBooking,
  recipients: readonly Recipient[],
): Notice[] {
  const claim: Claim = {
    windowStartMs: booking.windowStartMs,
    windowEndMs: booking.windowEndMs,
    departedAtMs: booking.progress?.departedAtMs ?? null,
  };
  return wantedAfter(event, booking).flatMap(({ isFor, ...notice }) =>
    recipients.filter(isFor).map((recipient) => ({ ...notice, recipient, claim })),
  );
}

/** Asked for by a job, not by an event: the window cannot be kept. Once for each window that was promised. */
export function planLateNotices(booking: NotifiedBooking, recipients: readonly Recipient[]): Notice[] {
  const { windowStartMs, windowEndMs, progress } = booking;
  const stopId = booking.stops[refPosition(booking)]?.id ?? null;
  const claim = { windowStartMs, windowEndMs, departedAtMs: progress?.departedAtMs ?? null };
  return recipients
    .filter((recipient) => isStillWaiting(recipient, booking))
    .map((recipient) => ({ kind: 'late', recipient, stopId, occasion: `late:${windowEndMs}`, claim }));
}

function wantedAfter(event: NotifiedEvent, booking: NotifiedBooking): Wanted[] {
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
      return isNear(event, booking) ? arriving(stopWhereCrewIs(booking), booking) : [];
    case 'booking.stop.completed':
      return afterStop(event, booking);
    case 'booking.completed':
      return afterJob(event, booking);
    case 'booking.cancelled':
      return [ofBooking('cancelled', id, (recipient) => isStillWaiting(recipient, booking))];
    default:
      return [];
  }
}

/** Whoever becomes a contact later is told then, and nobody a second time. */
const booked: Wanted = { kind: 'booked', stopId: null, occasion: 'booked', isFor: () => true };

function afterEdit({ id, changed }: NotifiedEvent, booking: NotifiedBooking): Wanted[] {
  if (booking.state === 'completed' || booking.state === 'cancelled') return [];
  const waits = (recipient: Recipient) => isStillWaiting(recipient, booking);
  if (changed.includes('arrival_window')) return [ofBooking('rescheduled', id, waits)];
  return changed.includes('contacts') ? [{ ...booked, isFor: waits }] : [];
}

/** Of the last stop those who follow the whole route hear with `all_done`. A stop that was let go is nobody's good news. */
function afterStop({ id, stopId }: NotifiedEvent, booking: NotifiedBooking): Wanted[] {
  if (stopId === null || booking.skippedStopIds.includes(stopId)) return [];
  const isLast = booking.stops.at(-1)?.id === stopId;
  return ofStop('stop_done', stopId, id).map((wanted) => ({
    ...wanted,
    isFor: (recipient) => wanted.isFor(recipient) && !(isLast && recipient.stopIds === null),
  }));
}

function afterJob({ id }: NotifiedEvent, { stops, skippedStopIds }: NotifiedBooking): Wanted[] {
  const last = stops.at(-1)?.id;
  if (last === undefined || skippedStopIds.includes(last)) return [];
  return [ofBooking('all_done', id, ({ stopIds }) => stopIds === null)];
}

function ofBooking(kind: NoticeKind, eventId: string, isFor: Wanted['isFor']): Wanted {
  return { kind, stopId: null, occasion: `${kind}:${eventId}`, isFor };
}

function ofStop(kind: NoticeKind, stopId: string | null, eventId: string): Wanted[] {
  if (stopId === null) return [];
  return [
    {
      kind,
      stopId,
      occasion: `${kind}:${eventId}`,
      isFor: (recipient) => hearsOfStop(recipient, stopId),
    },
  ];
}

/** Once for each time the crew sets out, whether its position or its arrival says so first. */
function arriving(stopId: string | null, { progress }: NotifiedBooking): Wanted[] {
  return ofStop('arriving', stopId, `${stopId}:${progress?.departedAtMs ?? 0}`);
}

function isNear({ occurredAtMs }: NotifiedEvent, { progress, etaMs }: NotifiedBooking): boolean {
  return (
    progress?.state === 'driving' && etaMs !== null && etaMs <= occurredAtMs + ARRIVING_MINUTES * MINUTE_MS
  );
}

function stopWhereCrewIs({ stops, progress }: NotifiedBooking): string | null {
  return (progress && stops[progress.position]?.id) ?? null;
}

export type NoticeChannel = 'sms' | 'email';

/** By every way the recipient can be reached; only what is over in minutes is not mailed to whoever has a phone. */
export function channelsOf({ kind, recipient }: Pick<Notice, 'kind' | 'recipient'>): NoticeChannel[] {
  const { phoneNumber, email } = recipient;
  const isMailed = email !== null && (kind !== 'arriving' || phoneNumber === null);
  return [...(phoneNumber === null ? [] : (['sms'] as const)), ...(isMailed ? (['email'] as const) : [])];
}
