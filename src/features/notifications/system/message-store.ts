// Store of messages: planned once, attempted, and ended with a reason.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { Claim, NoticeKind } from '../../../domain/notification/notification-plan.ts';
import type { Channel } from '../../../integrations/messenger/messenger.ts';
import type { Language } from '../../../lib/language.ts';
import type { MessageContent } from '../message-content.ts';

export type MessageKind =
  | NoticeKind
  | 'endpoint_failing'
  | 'endpoint_disabled'
  | 'security_change'
  | 'branding_decision';
export type MessageStatus = 'waiting' | 'sent' | 'kept' | 'dropped' | 'not_sent' | 'failed';

export interface NewMessage {
  readonly id: string;
  readonly accountId: string;
  readonly kind: MessageKind;
  readonly bookingId: string | null;
  readonly stopId: string | null;
  readonly eventId: string | null;
  readonly recipient: string;
  readonly channel: Channel;
  readonly language: Language;
  readonly timeZone: string;
  readonly claim: Claim | null;
  /** Idempotency key: only the first message with a key is inserted. */
  readonly onceKey: string;
  readonly address: string;
  readonly content: MessageContent;
  /** null if the message is to be sent; otherwise why it is only stored. */
  readonly storedOnlyReason: string | null;
  /** The original message, if this is a resend. */
  readonly resendOf?: string;
  /** The operator who wrote or resent the message. */
  readonly operatorId?: string;
}

/** Returns the ids of the inserted messages: those whose key did not exist yet. */
export async function insertMessages(
  trx: SystemDatabase,
  messages: readonly NewMessage[],
  now: Date,
): Promise<ReadonlySet<string>> {
  if (messages.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    insert into message (id, account_id, kind, booking_id, stop_id, event_id, recipient, channel, language, time_zone,
      claim, once_key, address, content, status, reason, created_at, finished_at, resend_of, operator_id)
    select * from json_to_recordset(${JSON.stringify(messages.map((message) => rowOf(message, now)))}::json) as m (
      id uuid, account_id uuid, kind text, booking_id uuid, stop_id uuid, event_id uuid, recipient text, channel text,
      language text, time_zone text, claim json, once_key text, address text, content json, status text, reason text,
      created_at timestamptz, finished_at timestamptz, resend_of uuid, operator_id uuid)
    on conflict (once_key) do nothing returning id`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

function rowOf(message: NewMessage, now: Date) {
  const isKept = message.storedOnlyReason !== null;
  return {
    id: message.id,
    account_id: message.accountId,
    kind: message.kind,
    booking_id: message.bookingId,
    stop_id: message.stopId,
    event_id: message.eventId,
    recipient: message.recipient,
    channel: message.channel,
    language: message.language,
    time_zone: message.timeZone,
    claim: message.claim,
    once_key: message.onceKey,
    address: message.address,
    content: message.content,
    status: isKept ? 'kept' : 'waiting',
    reason: message.storedOnlyReason,
    created_at: now,
    finished_at: isKept ? now : null,
    resend_of: message.resendOf ?? null,
    operator_id: message.operatorId ?? null,
  };
}

export interface WaitingMessage
  extends Omit<
    NewMessage,
    'eventId' | 'language' | 'onceKey' | 'storedOnlyReason' | 'resendOf' | 'operatorId'
  > {
  readonly attempts: number;
  readonly attemptBeganAt: Date | null;
}

/** undefined if the message has already ended. */
export async function findWaitingMessage(
  db: SystemDatabase,
  id: string,
): Promise<WaitingMessage | undefined> {
  const { rows } = await sql<WaitingMessage>`
    select id, account_id as "accountId", kind, booking_id as "bookingId", stop_id as "stopId", recipient, channel,
      time_zone as "timeZone", claim, address, content, attempts, attempt_began_at as "attemptBeganAt"
    from message where id = ${id} and status = 'waiting'`.execute(db);
  return rows[0];
}

/**
 * False if another worker is sending the message. Keeps the start time of an earlier attempt with an unknown outcome.
 */
export async function beginAttempt(db: SystemDatabase, message: WaitingMessage, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update message set attempts = attempts + 1, attempt_began_at = coalesce(attempt_began_at, ${now})
    where id = ${message.id} and status = 'waiting' and attempts = ${message.attempts} returning id`.execute(
    db,
  );
  return rows.length > 0;
}

export async function endAttempt(
  db: SystemDatabase,
  id: string,
  reason: string,
  isUncertain: boolean,
): Promise<void> {
  await sql`update message set reason = ${reason},
      attempt_began_at = case when ${isUncertain}::boolean then attempt_began_at end
    where id = ${id} and status = 'waiting'`.execute(db);
}

export interface MessageEnd {
  readonly status: Exclude<MessageStatus, 'waiting'>;
  readonly reason: string | null;
  readonly reference: string | null;
}

export async function finishMessage(
  db: SystemDatabase,
  id: string,
  end: MessageEnd,
  now: Date,
): Promise<void> {
  await sql`update message set status = ${end.status}, reason = ${end.reason}, reference = ${end.reference},
      attempt_began_at = null, finished_at = ${now}
    where id = ${id} and status = 'waiting'`.execute(db);
}

/** Erases address and content of at most `limit` messages. Returns how many. */
export async function eraseOldMessages(db: SystemDatabase, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    update message set address = null, content = null where id = any (array(
      select id from message where created_at < ${before} and address is not null and status <> 'waiting'
      order by created_at limit ${limit})) returning id`.execute(db);
  return rows.length;
}
