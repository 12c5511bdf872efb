// Messages: planned once, tried, and ended with a reason.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { Claim, NoticeKind } from '../../../domain/notification-plan.ts';
import type { Channel } from '../../../integrations/messenger/messenger.ts';
import type { Language } from '../../../lib/language.ts';
import type { MessageContent } from '../message-content.ts';

export type MessageKind = NoticeKind | 'endpoint_failing' | 'endpoint_disabled';
export type MessageStatus = 'waiting' | 'sent' | 'kept' | 'dropped' | 'failed';

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
  /** Of two with one key only the first is ever written. */
  readonly onceKey: string;
  readonly address: string;
  readonly content: MessageContent;
  /** null: it is to be sent. Otherwise why it is only kept. */
  readonly keptBecause: string | null;
  /** The message that this one repeats. */
  readonly resendOf?: string;
}

/** Says which were written: those whose key was not there yet. */
export async function insertMessages(
  trx: SystemDatabase,
  messages: readonly NewMessage[],
  now: Date,
): Promise<ReadonlySet<string>> {
  if (messages.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    insert into message (id, account_id, kind, booking_id, stop_id, event_id, recipient, channel, language, time_zone,
      claim, once_key, address, content, status, reason, created_at, finished_at, resend_of)
    select * from json_to_recordset(${JSON.stringify(messages.map((message) => rowOf(message, now)))}::json) as m (
      id uuid, account_id uuid, kind text, booking_id uuid, stop_id uuid, event_id uuid, recipient text, channel text,
      language text, time_zone text, claim json, once_key text, address text, content json, status text, reason text,
      created_at timestamptz, finished_at timestamptz, resend_of uuid)
    on conflict (once_key) do nothing returning id`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

function rowOf(message: NewMessage, now: Date) {
  const isKept = message.keptBecause !== null;
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
    reason: message.keptBecause,
    created_at: now,
    finished_at: isKept ? now : null,
    resend_of: message.resendOf ?? null,
  };
}

export interface WaitingMessage {
  readonly id: string;
  readonly accountId: string;
  readonly kind: MessageKind;
  readonly bookingId: string | null;
  readonly stopId: string | null;
  readonly recipient: string;
  readonly channel: Channel;
  readonly timeZone: string;
  readonly claim: Claim | null;
  readonly address: string;
  readonly content: MessageContent;
  readonly attempts: number;
  readonly attemptBeganAt: Date | null;
}

/** Undefined: it has come to its end. */
export async function findWaiting(db: SystemDatabase, id: string): Promise<WaitingMessage | undefined> {
  const { rows } = await sql<WaitingMessage>`
    select id, account_id as "accountId", kind, booking_id as "bookingId", stop_id as "stopId", recipient, channel,
      time_zone as "timeZone", claim, address, content, attempts, attempt_began_at as "attemptBeganAt"
    from message where id = ${id} and status = 'waiting'`.execute(db);
  return rows[0];
}

/** False if somebody else is at it. The time of an attempt that nobody knows the end of stays. */
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

/** Who was told what, of so many messages at most. Returns of how many. */
export async function forgetMessages(db: SystemDatabase, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    update message set address = null, content = null where id = any (array(
      select id from message where created_at < ${before} and address is not null and status <> 'waiting'
      order by created_at limit ${limit})) returning id`.execute(db);
  return rows.length;
}
