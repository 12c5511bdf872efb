// Use cases: an operator writes to the contacts of a booking. The preview composes what would be sent, for every
// contact and channel, with the reason if a channel cannot be used. Sending composes the same again and stores it; the
// message then passes the checks of every message (opt-outs, country list, limits, staleness).
import { recordAudit } from '../../../db/audit-store.ts';
import { runHook, type TransactionHook } from '../../../db/transaction-hook.ts';
import type { Booking } from '../../../domain/booking/booking.ts';
import { readStopFailure } from '../../../domain/booking/stop-failure-reasons.ts';
import {
  claimOf,
  type Notice,
  type NoticeChannel,
  type NoticeDetails,
  type NoticeKind,
} from '../../../domain/notification/notification-plan.ts';
import { isNotifiedOfStop, type Recipient } from '../../../domain/notification/notified-booking.ts';
import { forecastArrivals } from '../../../domain/time/eta-forecast.ts';
import type { Actor } from '../../../lib/actor.ts';
import { Problem } from '../../../lib/problem.ts';
import type { BookingRef } from '../../bookings/booking-ref.ts';
import { bookingNotFound, loadBooking } from '../../bookings/change-booking.ts';
import { readNotifiedBooking, readRecipients } from '../../notifications/notified-booking-view.ts';
import { hasOptedOut } from '../../notifications/opt-out-store.ts';
import { destinationRefusal } from '../../notifications/system/claim-attempt.ts';
import { type ComposedBooking, composeMessages } from '../../notifications/system/compose-messages.ts';
import type { NewMessage } from '../../notifications/system/message-store.ts';
import { findCurrentBooking } from '../../notifications/system/notified-booking-store.ts';
import { saveMessages } from '../../notifications/system/plan-messages.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { MessageRefusal } from './written-message-schemas.ts';

export interface MessageDraft extends Pick<NoticeDetails, 'next' | 'text'> {
  readonly template: Extract<NoticeKind, 'late' | 'not_delivered' | 'custom'>;
  /** Default: the failed or skipped stop; the last one otherwise. */
  readonly stopId?: string | undefined;
  /** `late`: the new time. Default: the forecast for the stop; null: no time. */
  readonly expectedMs?: number | null;
}

export interface Addressee {
  readonly recipient: string;
  readonly channel: NoticeChannel;
}

interface PreparedMessage extends Addressee {
  readonly name: string | null;
  /** Whether the contact is notified of the stop. */
  readonly isOfStop: boolean;
  readonly refusal: MessageRefusal | null;
  /** null if the contact has no address for the channel. */
  readonly message: NewMessage | null;
}

export interface PreparedMessages {
  readonly stopId: string | null;
  readonly expectedMs: number | null;
  readonly messages: readonly PreparedMessage[];
}

const channels = ['sms', 'email'] as const;

/** Composes the message for every contact and channel. */
export async function prepareMessages(
  context: ConsoleContext,
  bookingRef: BookingRef,
  draft: MessageDraft,
): Promise<PreparedMessages> {
  const [found, stored] = await Promise.all([
    findCurrentBooking(context.system, bookingRef.bookingId),
    loadBooking(context, bookingRef),
  ]);
  if (!found) throw bookingNotFound();
  const booking = readNotifiedBooking(found.booking, found);
  const stopId = stopOf(stored, draft);
  const expectedMs = draft.template === 'late' ? expectedAt(context, stored, stopId, draft) : null;
  const notice = {
    kind: draft.template,
    stopId,
    occasion: `written:${context.ids.next()}`,
    claim: claimOf(booking),
    details: detailsOf(stored, draft, stopId, expectedMs),
  };
  const source: ComposedBooking = { ...found, eventId: null };
  const composing = { ...context, issuer: context.companyName };
  const compose = (recipient: Recipient) =>
    composeMessages(composing, source, booking, [{ ...notice, recipient }]);
  const messages = await Promise.all(
    readRecipients(found.booking, found).flatMap((recipient) => {
      const composed = compose(recipient);
      return channels.map(async (channel) => {
        const message = composed.find((each) => each.channel === channel) ?? null;
        return {
          recipient: recipient.key,
          channel,
          name: recipient.name,
          isOfStop: stopId === null || isNotifiedOfStop(recipient, stopId),
          refusal: await refusalOf(context, stored, channel, message),
          message,
        };
      });
    }),
  );
  return { stopId, expectedMs, messages };
}

export interface SentMessage extends Addressee {
  readonly id: string;
}

/** Stores the messages with their jobs, all or none. `hook` runs in the same transaction. */
export async function sendMessages(
  context: ConsoleContext,
  actor: Actor,
  bookingRef: BookingRef,
  draft: MessageDraft & { readonly to: readonly Addressee[] },
  hook: TransactionHook<readonly SentMessage[]>,
): Promise<readonly SentMessage[]> {
  const { messages } = await prepareMessages(context, bookingRef, draft);
  const chosen = draft.to.map(({ recipient, channel }, index) =>
    sendable(
      messages.find((each) => each.recipient === recipient && each.channel === channel),
      `to[${index}]`,
    ),
  );
  const written = withoutSharedAddresses(chosen).map((message) => ({ ...message, operatorId: actor.id }));
  const sent = written.map(({ id, recipient, channel }) => ({ id, recipient, channel }));
  await context.system.transaction().execute(async (trx) => {
    await saveMessages(trx, written, context.clock.now());
    await recordAudit(trx, context, actor, {
      accountId: bookingRef.accountId,
      action: 'booking.message_sent',
      subject: { kind: 'booking', id: bookingRef.bookingId },
    });
    await runHook(trx, hook, sent);
  });
  return sent;
}

function sendable(prepared: PreparedMessage | undefined, param: string): NewMessage {
  if (!prepared)
    throw Problem.of('invalid_parameter', 'recipient must be a contact of the booking.', {
      param: `${param}.recipient`,
    });
  if (prepared.refusal !== null || prepared.message === null)
    throw Problem.of('message_not_sendable', refusalTexts[prepared.refusal ?? 'no_address']);
  return prepared.message;
}

/** Two contacts may share a number or mailbox, which receives the message once. */
function withoutSharedAddresses(messages: readonly NewMessage[]): NewMessage[] {
  const byAddress = new Map(messages.map((message) => [`${message.channel} ${message.address}`, message]));
  return [...byAddress.values()];
}

async function refusalOf(
  context: ConsoleContext,
  { customerNotificationsEnabled }: Booking,
  channel: NoticeChannel,
  message: NewMessage | null,
): Promise<MessageRefusal | null> {
  if (!customerNotificationsEnabled) return 'notifications_off';
  if (message === null) return 'no_address';
  if (message.storedOnlyReason !== null)
    return message.storedOnlyReason === 'sandbox' ? 'sandbox' : 'not_connected';
  const { address } = message;
  if (await hasOptedOut(context.system, { channel, address })) return 'opted_out';
  return destinationRefusal(context.messageRules, channel, address);
}

const refusalTexts: Readonly<Record<MessageRefusal, string>> = {
  notifications_off: 'The organization has turned off messages for this booking.',
  no_address: 'The contact has no address for this channel.',
  sandbox: 'The sandbox sends no messages.',
  not_connected: 'No messaging service is configured for this channel.',
  opted_out: 'The recipient has opted out of messages.',
  country_not_allowed: 'SMS to the country of this number are not allowed.',
  number_type_not_allowed: 'SMS to premium-rate and shared-cost numbers are not allowed.',
};

/** The stop that the message is about. */
function stopOf({ route, dispatch }: Booking, { template, stopId }: MessageDraft): string | null {
  if (stopId !== undefined && !route.some(({ id }) => id === stopId))
    throw Problem.of('invalid_parameter', 'stop_id must be a stop of the booking.', { param: 'stop_id' });
  if (template !== 'not_delivered') return stopId ?? route.at(-1)?.id ?? null;
  const skipped = dispatch?.events.filter(({ outcome }) => outcome === 'skipped') ?? [];
  const undelivered = [
    ...(dispatch?.failure ? [dispatch.routeStopId] : []),
    ...skipped.map(({ routeStopId }) => routeStopId).reverse(),
  ];
  const found = stopId === undefined ? undelivered[0] : undelivered.find((id) => id === stopId);
  if (found === undefined)
    throw Problem.of('message_not_sendable', 'No stop of this booking has failed or was skipped.');
  return found;
}

function expectedAt(
  { clock }: ConsoleContext,
  booking: Booking,
  stopId: string | null,
  { expectedMs }: MessageDraft,
): number | null {
  if (expectedMs !== undefined) return expectedMs;
  const forecasts = forecastArrivals(booking, clock.now().getTime());
  return forecasts[booking.route.findIndex(({ id }) => id === stopId)]?.toMs ?? null;
}

function detailsOf(
  { dispatch }: Booking,
  { template, next, text }: MessageDraft,
  stopId: string | null,
  expectedMs: number | null,
): NonNullable<Notice['details']> {
  if (template === 'late') return { expectedMs };
  if (template === 'custom') return { text: text ?? '' };
  const failure = dispatch?.routeStopId === stopId ? dispatch?.failure : null;
  const skip = dispatch?.events.find((event) => event.outcome === 'skipped' && event.routeStopId === stopId);
  const reason = readStopFailure(failure?.reason ?? skip?.reason ?? '');
  return { reason, ...(next !== undefined && { next }) };
}
