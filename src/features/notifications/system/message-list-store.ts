// Store of messages for operators: content, recipient and outcome.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { Channel } from '../../../integrations/messenger/messenger.ts';
import { Problem } from '../../../lib/problem.ts';
import type { MessageContent } from '../message-content.ts';
import type { MessageKind, MessageStatus } from './message-store.ts';

export interface MessageFilter {
  readonly accountId?: string | undefined;
  /** Booking id or confirmation code. */
  readonly booking?: string | undefined;
  readonly status?: MessageStatus | undefined;
  readonly channel?: Channel | undefined;
  /** Part of the phone number or e-mail address. */
  readonly address?: string | undefined;
  /** Keyset position: only messages older than this one. */
  readonly after?: Pick<ListedMessage, 'id' | 'createdAt'> | undefined;
  readonly limit: number;
}

export interface ListedMessage {
  readonly id: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly bookingId: string | null;
  readonly bookingHid: string | null;
  readonly kind: MessageKind;
  readonly channel: Channel;
  readonly language: string;
  readonly timeZone: string;
  readonly recipient: string;
  /** null, like the content, after the retention has ended. */
  readonly address: string | null;
  readonly content: MessageContent | null;
  readonly status: MessageStatus;
  readonly reason: string | null;
  readonly attempts: number;
  readonly reference: string | null;
  /** Set on a message that an operator resent: the original message. */
  readonly resendOf: string | null;
  /** Name of the operator who wrote or resent the message; null for planned messages. */
  readonly writtenBy: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

const selectMessage = sql<ListedMessage>`
  select m.id, m.account_id as "accountId", a.name as "accountName", m.booking_id as "bookingId", b.hid as "bookingHid",
    m.kind, m.channel, m.language, m.time_zone as "timeZone", m.recipient, m.address, m.content, m.status, m.reason, m.attempts,
    m.reference, m.resend_of as "resendOf", o.name as "writtenBy", m.created_at as "createdAt", m.finished_at as "finishedAt"
  from message m join account a on a.id = m.account_id left join booking b on b.id = m.booking_id
  left join operator o on o.id = m.operator_id`;

/** Newest first. */
export async function listMessages(db: SystemDatabase, filter: MessageFilter): Promise<ListedMessage[]> {
  const { accountId = null, booking = null, status = null, channel = null, address, after, limit } = filter;
  const part = address === undefined ? null : `%${address.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await sql<ListedMessage>`${selectMessage}
    where (${accountId}::uuid is null or m.account_id = ${accountId}::uuid)
      and (${booking}::text is null or m.booking_id = (
        select id from booking where hid = upper(${booking}::text) or id::text = lower(${booking}::text)))
      and (${status}::text is null or m.status = ${status}::text)
      and (${channel}::text is null or m.channel = ${channel}::text)
      and (${part}::text is null or m.address ilike ${part}::text)
      and (${after?.id ?? null}::uuid is null
        or (m.created_at, m.id) < (${after?.createdAt ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by m.created_at desc, m.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function loadMessage(db: SystemDatabase, id: string): Promise<ListedMessage> {
  const { rows } = await sql<ListedMessage>`${selectMessage} where m.id = ${id}`.execute(db);
  const [message] = rows;
  if (!message) throw Problem.of('not_found', 'There is no such message.');
  return message;
}
