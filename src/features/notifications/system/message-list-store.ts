// Messages as operators read them: what was said to whom, and what became of it.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { Channel } from '../../../integrations/messenger/messenger.ts';
import type { MessageContent } from '../message-content.ts';
import type { MessageKind, MessageStatus } from './message-store.ts';

export interface MessageFilter {
  readonly accountId?: string | undefined;
  /** Its id or its confirmation code. */
  readonly booking?: string | undefined;
  readonly status?: MessageStatus | undefined;
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
  readonly recipient: string;
  /** null, as is the content, once it was forgotten. */
  readonly address: string | null;
  readonly content: MessageContent | null;
  readonly status: MessageStatus;
  readonly reason: string | null;
  readonly attempts: number;
  readonly reference: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

/** Newest first. */
export async function listMessages(db: SystemDatabase, filter: MessageFilter): Promise<ListedMessage[]> {
  const { accountId = null, booking = null, status = null, limit } = filter;
  const { rows } = await sql<ListedMessage>`
    select m.id, m.account_id as "accountId", a.name as "accountName", m.booking_id as "bookingId", b.hid as "bookingHid",
      m.kind, m.channel, m.language, m.recipient, m.address, m.content, m.status, m.reason, m.attempts, m.reference,
      m.created_at as "createdAt", m.finished_at as "finishedAt"
    from message m join account a on a.id = m.account_id left join booking b on b.id = m.booking_id
    where (${accountId}::uuid is null or m.account_id = ${accountId}::uuid)
      and (${booking}::text is null or m.booking_id = (
        select id from booking where hid = upper(${booking}::text) or id::text = lower(${booking}::text)))
      and (${status}::text is null or m.status = ${status}::text)
    order by m.created_at desc, m.id desc limit ${limit}`.execute(db);
  return rows;
}
