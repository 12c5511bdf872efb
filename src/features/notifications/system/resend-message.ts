// Use case: an operator resends a message with the same content to the same address, at any hour. The operator decides
// whether the content is still correct; opt-outs, the country list and limits apply as to every message.
import type { Context } from '../../../context.ts';
import { recordAudit } from '../../../db/audit-store.ts';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { SmsRefusal } from '../../../domain/notification/sms-destination.ts';
import { Problem } from '../../../lib/problem.ts';
import { hasOptedOut } from '../opt-out-store.ts';
import { destinationRefusal, type MessageRules } from './claim-attempt.ts';
import { storedOnlyReason } from './compose-messages.ts';
import { type ListedMessage, loadMessage } from './message-list-store.ts';
import { saveMessages } from './plan-messages.ts';

export interface Resend {
  readonly id: string;
  readonly operatorId: string;
  readonly requestId: string;
}

type ResendContext = Pick<Context, 'clock' | 'ids' | 'messenger' | 'environment'> & {
  readonly system: SystemDatabase;
  readonly messageRules: MessageRules;
};

/** Returns the new message. */
export async function resendMessage(
  context: ResendContext,
  { id, operatorId, requestId }: Resend,
): Promise<ListedMessage> {
  const { system, clock, ids } = context;
  const newId = ids.next();
  await system.transaction().execute(async (trx) => {
    const message = await requireSendable(context, trx, id);
    const now = clock.now();
    const { accountId, kind, bookingId, recipient, channel, language, timeZone, address, content } = message;
    const copy = { accountId, kind, bookingId, recipient, channel, language, timeZone, address, content };
    const resent = {
      ...copy,
      id: newId,
      stopId: null,
      eventId: null,
      claim: null,
      onceKey: `resent:${newId}`,
      storedOnlyReason: null,
      resendOf: id,
      operatorId,
    };
    await saveMessages(trx, [resent], now);
    await recordAudit(
      trx,
      { ids, clock },
      { kind: 'operator', id: operatorId, requestId },
      {
        accountId,
        action: 'message.resent',
        subject: { kind: 'message', id },
      },
    );
  });
  return loadMessage(system, newId);
}

async function requireSendable(context: ResendContext, trx: SystemDatabase, id: string) {
  const message = await loadMessage(trx, id);
  const { channel, address, content, status, language } = message;
  if (status === 'waiting')
    throw notSendable('The message is still waiting to be sent. Wait for its outcome.');
  if (address === null || content === null)
    throw notSendable(
      'The address and content of the message were erased after the retention period, so it cannot be resent.',
    );
  if (storedOnlyReason(context, channel) !== null)
    throw notSendable(`No ${channel === 'sms' ? 'SMS' : 'e-mail'} provider is configured.`);
  const refusal = destinationRefusal(context.messageRules, channel, address);
  if (refusal !== null) throw notSendable(refusalTexts[refusal]);
  if (await hasOptedOut(trx, { channel, address }))
    throw notSendable('The recipient has opted out of messages.');
  return { ...message, address, content, language: language === 'es' ? ('es' as const) : ('en' as const) };
}

const refusalTexts: Readonly<Record<SmsRefusal, string>> = {
  country_not_allowed:
    'SMS to the country of this number are not allowed. SMS_COUNTRIES lists the allowed countries.',
  number_type_not_allowed: 'SMS to premium-rate and shared-cost numbers are not allowed.',
};

function notSendable(message: string): Problem {
  return Problem.of('message_not_sendable', message);
}
