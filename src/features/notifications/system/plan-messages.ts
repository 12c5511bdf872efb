// Plans messages for events. Relay subscriber: runs in the relay's transaction with the events just placed, so a
// message exists if and only if its event is in the feed, exactly once. Due jobs send the messages (send-message.ts).
import type { SystemDatabase } from '../../../db/system-database.ts';
import { planNotices } from '../../../domain/notification/notification-plan.ts';
import { lateWatchStartMs } from '../../../domain/time/lateness.ts';
import type { LastFailure } from '../../../domain/webhook/last-failure.ts';
import { addJobs, type NewJob } from '../../../jobs/add-jobs.ts';
import type { PositionedEvent } from '../../../jobs/relay-store.ts';
import { endpointMail } from '../endpoint-mail.ts';
import { readNotifiedBooking, readRecipients } from '../notified-booking-view.ts';
import { type ComposeContext, composeMessages, storedOnlyReason } from './compose-messages.ts';
import { insertMessages, type NewMessage } from './message-store.ts';
import {
  loadNotifiableBookingEvents,
  loadNotifiableEndpointEvents,
  type NotifiableBookingEvent,
  type NotifiableEndpointEvent,
} from './notified-booking-store.ts';

export const MESSAGE_JOB = 'message.send';
export const LATENESS_JOB = 'booking.watch_lateness';

export interface LatenessJobData {
  readonly bookingId: string;
  readonly windowEndMs: number;
}

const BOOKING_EVENT_TYPES: ReadonlySet<string> = new Set([
  'booking.created',
  'booking.updated',
  'booking.stop.departed',
  'booking.stop.arrived',
  'crew.location_updated',
  'booking.stop.completed',
  'booking.cancelled',
]);
const ENDPOINT_EVENT_TYPES: ReadonlySet<string> = new Set([
  'webhook_endpoint.failing',
  'webhook_endpoint.disabled',
]);

export interface PlanMessagesContext extends ComposeContext {
  /** By endpoint id; without those that are not known. */
  readonly findLastFailures: (
    db: SystemDatabase,
    endpointIds: readonly string[],
  ) => Promise<ReadonlyMap<string, LastFailure>>;
}

/** Returns the number of jobs added. */
export async function planMessages(
  context: PlanMessagesContext,
  trx: SystemDatabase,
  events: readonly PositionedEvent[],
): Promise<number> {
  const idsOf = (types: ReadonlySet<string>) =>
    events.filter(({ type }) => types.has(type)).map(({ id }) => id);
  const [bookingIds, endpointIds] = [idsOf(BOOKING_EVENT_TYPES), idsOf(ENDPOINT_EVENT_TYPES)];
  const [bookingEvents, endpointEvents] = await Promise.all([
    bookingIds.length === 0 ? [] : loadNotifiableBookingEvents(trx, bookingIds),
    endpointIds.length === 0 ? [] : loadNotifiableEndpointEvents(trx, endpointIds),
  ]);
  const plans = bookingEvents.flatMap((event) => planOrLog(context, event));
  const failures = await context.findLastFailures(
    trx,
    endpointEvents.map(({ endpointId }) => endpointId),
  );
  const mails = endpointEvents.map((event) =>
    endpointMessage(context, event, failures.get(event.endpointId) ?? null),
  );
  const messages = [...plans.flatMap((plan) => plan.messages), ...mails];
  const watches = plans.flatMap(({ watch }) => watch ?? []);
  const now = context.clock.now();
  if (watches.length > 0) await addJobs(trx, watches, now);
  return watches.length + (await saveMessages(trx, messages, now));
}

/** Inserts messages, with a due job for each one to be sent. Returns the number of jobs. */
export async function saveMessages(
  trx: SystemDatabase,
  messages: readonly NewMessage[],
  now: Date,
): Promise<number> {
  const written = await insertMessages(trx, messages, now);
  const jobs = messages
    .filter(({ id, storedOnlyReason: kept }) => written.has(id) && kept === null)
    .map(({ id, accountId }) => ({ kind: MESSAGE_JOB, key: id, accountId, dueAt: now, data: null }));
  await addJobs(trx, jobs, now);
  return jobs.length;
}

/** An error in a message must not keep events out of the feed; the doctor reports the missing message. */
function planOrLog(context: ComposeContext, source: NotifiableBookingEvent): ReturnType<typeof planOf>[] {
  try {
    return [planOf(context, source)];
  } catch (error) {
    context.log.error({ err: error, event: source.eventId }, 'failed to plan messages for event');
    return [];
  }
}

function planOf(context: ComposeContext, source: NotifiableBookingEvent) {
  const booking = readNotifiedBooking(source.booking, source);
  const recipients = readRecipients(source.booking, source);
  const { eventId, type, stopId, changed } = source;
  const event = { id: eventId, type, stopId, changed, occurredAtMs: source.occurredAt.getTime() };
  const notices = planNotices(event, booking, recipients);
  return {
    messages: composeMessages(context, source, booking, notices),
    watch: recipients.length > 0 ? watchJobFor(source, booking.windowEndMs) : null,
  };
}

/** Watches a promised arrival window for lateness. On-demand windows have no end. */
function watchJobFor(
  { type, changed, accountId, booking }: NotifiableBookingEvent,
  windowEndMs: number | null,
): NewJob | null {
  const setsWindow =
    type === 'booking.created' ||
    (type === 'booking.updated' && (changed.includes('arrival_window') || changed.includes('contacts')));
  if (!setsWindow || windowEndMs === null) return null;
  return {
    kind: LATENESS_JOB,
    key: `${booking.id}:${windowEndMs}`,
    accountId,
    dueAt: new Date(lateWatchStartMs(windowEndMs)),
    data: { bookingId: booking.id, windowEndMs } satisfies LatenessJobData,
  };
}

function endpointMessage(
  context: ComposeContext,
  source: NotifiableEndpointEvent,
  lastFailure: LastFailure | null,
): NewMessage {
  const { name, publicUrl } = context.environment;
  return {
    id: context.ids.next(),
    accountId: source.accountId,
    kind: source.type === 'webhook_endpoint.disabled' ? 'endpoint_disabled' : 'endpoint_failing',
    bookingId: null,
    stopId: null,
    eventId: source.eventId,
    recipient: 'account',
    channel: 'email',
    language: source.language,
    timeZone: 'UTC',
    claim: null,
    onceKey: `${source.eventId}:account:email`,
    address: source.contactEmail,
    content: endpointMail({ ...source, lastFailure, environment: name }, publicUrl),
    storedOnlyReason: storedOnlyReason(context, 'email'),
  };
}
