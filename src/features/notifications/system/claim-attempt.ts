// The gate that every message of a partner passes before it is handed to a provider: the country list and the limits
// (decision 0058). The claim of the first attempt counts the message; retries are not counted again.
import type { Context } from '../../../context.ts';
import type { SystemDatabase } from '../../../db/system-database.ts';
import {
  isLimitReason,
  type LimitReason,
  limitDay,
  type MessageLimits,
  messageCounters,
} from '../../../domain/notification/message-limits.ts';
import { smsRefusal } from '../../../domain/notification/sms-destination.ts';
import type { Channel } from '../../../integrations/messenger/messenger.ts';
import { phoneRegion } from '../../../lib/phone-region.ts';
import { sha256Hex } from '../../../lib/sha256-hex.ts';
import { claimMessage, recordLimitReached } from './message-limit-store.ts';
import type { CountNotSent, NotSentReason } from './message-metrics.ts';
import { beginAttempt, finishMessage, type WaitingMessage } from './message-store.ts';

export interface MessageRules {
  /** ISO 3166 codes of the countries whose numbers may receive SMS. */
  readonly smsCountries: ReadonlySet<string>;
  /** Limits of accounts for which no operator has set others. */
  readonly limits: MessageLimits;
}

export interface ClaimContext extends Pick<Context, 'clock' | 'security'> {
  readonly system: SystemDatabase;
  readonly rules: MessageRules;
  readonly countNotSent: CountNotSent;
}

/** Why no provider may get a message to this address; null if one may. */
export function destinationRefusal(
  { smsCountries }: Pick<MessageRules, 'smsCountries'>,
  channel: Channel,
  address: string,
) {
  return channel === 'sms' ? smsRefusal(phoneRegion(address), smsCountries) : null;
}

/** False: the message may not be sent and has ended. */
export async function claimAttempt(context: ClaimContext, message: WaitingMessage): Promise<boolean> {
  const { system, rules, countNotSent } = context;
  const { channel, address } = message;
  const reason = await system.transaction().execute(async (trx) => {
    const refusal =
      destinationRefusal(rules, channel, address) ?? (await limitReached(context, trx, message));
    if (refusal !== null) await endUnsent(context, trx, message, refusal);
    else if (!(await beginAttempt(trx, message, context.clock.now())))
      throw new Error('another worker is sending this message');
    return refusal;
  });
  if (reason !== null) countNotSent(channel, reason);
  return reason === null;
}

async function limitReached(
  { rules, clock }: ClaimContext,
  trx: SystemDatabase,
  message: WaitingMessage,
): Promise<LimitReason | null> {
  if (message.attempts > 0) return null;
  const { accountId, channel } = message;
  const scope = await claimMessage(trx, {
    accountId,
    channel,
    day: limitDay(clock.now()),
    counters: messageCounters(message, sha256Hex),
    defaults: rules.limits,
  });
  return scope && `${scope}_limit`;
}

/** The first message of a day that a limit refuses is a security event of the account. */
async function endUnsent(
  context: ClaimContext,
  trx: SystemDatabase,
  { id, accountId, channel }: WaitingMessage,
  reason: NotSentReason,
): Promise<void> {
  const at = context.clock.now();
  await finishMessage(trx, id, { status: 'not_sent', reason, reference: null }, at);
  if (!isLimitReason(reason)) return;
  const isFirst = await recordLimitReached(trx, { accountId, channel, day: limitDay(at), at });
  if (!isFirst) return;
  const actor = { kind: 'system', id: 'notifications', requestId: `message-${id}` } as const;
  await context.security.record(trx, {
    event: 'message.limit_reached',
    actor,
    accountId,
    subject: { kind: 'account', id: accountId },
  });
}
