// Due job that sends one message. The start of an attempt is committed first (claim-attempt.ts, with the limits), then the message is sent outside of any
// transaction, then the outcome is committed. If the process dies in between, the next run knows that the message may
// have been sent.
import type { Context } from '../../../context.ts';
import {
  decideMessage,
  type MessageDecision,
  retryAfterSeconds,
} from '../../../domain/notification/message-decision.ts';
import type { NoticeKind } from '../../../domain/notification/notification-plan.ts';
import type { QuietHours } from '../../../domain/notification/quiet-hours.ts';
import type { OutgoingMessage, SendOutcome } from '../../../integrations/messenger/messenger.ts';
import { loadLogoFile } from '../../branding/branding-store.ts';
import { LOGO_CID, withoutLogo } from '../mail-template.ts';
import type { MailContent } from '../message-content.ts';
import { readNotifiedBooking, readRecipients } from '../notified-booking-view.ts';
import { addOptOut, hasOptedOut } from '../opt-out-store.ts';
import { type ClaimContext, claimAttempt } from './claim-attempt.ts';
import { storedOnlyReason } from './compose-messages.ts';
import {
  endAttempt,
  findWaitingMessage,
  finishMessage,
  type MessageKind,
  type WaitingMessage,
} from './message-store.ts';
import { findCurrentBooking } from './notified-booking-store.ts';

export interface SendMessageContext
  extends ClaimContext,
    Pick<Context, 'clock' | 'messenger' | 'environment'> {
  readonly quietHours: QuietHours | null;
}

/** When to run again; null if the message has ended. */
export async function sendMessage(context: SendMessageContext, id: string): Promise<Date | null> {
  const { system, messenger } = context;
  const message = await findWaitingMessage(system, id);
  if (!message) return null;
  const kept = storedOnlyReason(context, message.channel);
  if (kept !== null) return finish(context, message, 'kept', kept);
  const decision = await decisionFor(context, message);
  if (decision.kind === 'wait') return new Date(decision.untilMs);
  if (decision.kind === 'drop') return finish(context, message, 'dropped', decision.reason);
  const prepared = await outgoing(context, message);
  if (!(await claimAttempt(context, message))) return null;
  const outcome = await messenger.send(prepared, { uncertainSince: message.attemptBeganAt });
  return conclude(context, message, outcome);
}

/** Messages that are not about a booking are operational: they are sent at any hour and ignore opt-outs. */
async function decisionFor(context: SendMessageContext, message: WaitingMessage): Promise<MessageDecision> {
  const { kind, claim, stopId, channel, timeZone, bookingId, address } = message;
  if (bookingId === null || claim === null || isOperational(kind)) return { kind: 'send' };
  const [found, optedOut] = await Promise.all([
    findCurrentBooking(context.system, bookingId),
    hasOptedOut(context.system, { channel, address }),
  ]);
  if (!found) return { kind: 'drop', reason: 'no_longer_true' };
  return decideMessage({
    notice: { kind, stopId, claim, recipientKey: message.recipient },
    channel,
    timeZone,
    booking: readNotifiedBooking(found.booking, found),
    recipients: readRecipients(found.booking, found),
    hasOptedOut: optedOut,
    quietHours: context.quietHours,
    nowMs: context.clock.now().getTime(),
  });
}

function isOperational(kind: MessageKind): kind is Exclude<MessageKind, NoticeKind> {
  return (
    kind === 'endpoint_failing' ||
    kind === 'endpoint_disabled' ||
    kind === 'security_change' ||
    kind === 'branding_decision'
  );
}

async function conclude(
  context: SendMessageContext,
  message: WaitingMessage,
  outcome: SendOutcome,
): Promise<Date | null> {
  const { system, clock } = context;
  switch (outcome.kind) {
    case 'sent':
      return finish(context, message, 'sent', null, outcome.reference);
    case 'refused':
      return finish(context, message, 'failed', outcome.code);
    case 'opted_out':
      await addOptOut(system, message, 'provider', clock.now());
      return finish(context, message, 'dropped', 'opted_out');
    case 'unavailable': {
      const seconds = retryAfterSeconds(message.attempts + 1, outcome.retryAfterSeconds);
      if (seconds === null) return finish(context, message, 'failed', outcome.reason);
      await endAttempt(system, message.id, outcome.reason, outcome.isUncertain);
      return new Date(clock.now().getTime() + seconds * 1_000);
    }
    default:
      return outcome satisfies never;
  }
}

async function finish(
  { system, clock }: SendMessageContext,
  { id }: WaitingMessage,
  status: 'sent' | 'kept' | 'dropped' | 'failed',
  reason: string | null,
  reference: string | null = null,
): Promise<null> {
  await finishMessage(system, id, { status, reason, reference }, clock.now());
  return null;
}

async function outgoing(
  { system }: Pick<SendMessageContext, 'system'>,
  { id, accountId, channel, address, content }: WaitingMessage,
): Promise<OutgoingMessage> {
  if (channel === 'sms') return { channel, id, to: address, text: content.text };
  const { logo, ...mail } = content as MailContent;
  const png = logo === undefined ? null : await loadLogoFile(system, accountId, logo);
  return {
    channel,
    id,
    to: address,
    ...mail,
    ...(png ? { images: [{ cid: LOGO_CID, png }] } : { html: withoutLogo(mail.html) }),
  };
}
