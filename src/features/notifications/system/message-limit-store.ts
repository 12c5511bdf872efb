// Store of message limits: counters, limits that operators set for an account, and days on which a limit was reached.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import {
  LIMIT_NAMES,
  type LimitScope,
  type MessageCounter,
  type MessageLimits,
  type OwnChannelLimits,
  type OwnMessageLimits,
} from '../../../domain/notification/message-limits.ts';
import type { Channel } from '../../../integrations/messenger/messenger.ts';

const limitColumns = {
  account: 'per_account_day',
  booking: 'per_booking',
  recipient: 'per_recipient_day',
} as const;
const limitNames = {
  account: 'perAccountDay',
  booking: 'perBooking',
  recipient: 'perRecipientDay',
} as const;

export interface MessageClaim {
  readonly accountId: string;
  readonly channel: Channel;
  readonly day: string;
  readonly counters: readonly MessageCounter[];
  readonly defaults: MessageLimits;
}

/**
 * Counts a message in all of its counters and returns null, or counts nothing and returns the scope of the counter that
 * has reached its limit. The counters stay locked until the transaction ends, so all processes together send exactly
 * the limit.
 */
export async function claimMessage(trx: SystemDatabase, claim: MessageClaim): Promise<LimitScope | null> {
  const { accountId, channel, day, counters, defaults } = claim;
  const limits = counters.map(
    ({ scope }) =>
      sql`coalesce(${sql.ref(`l.${channel}_${limitColumns[scope]}`)}, ${defaults[channel][limitNames[scope]]}::integer)`,
  );
  const { rows } = await sql<{ scope: LimitScope | null }>`
    select claim_message(${channel}, ${day}::date, ${counters.map(({ scope }) => scope)}::text[],
      ${counters.map(({ key }) => key)}::text[], array[${sql.join(limits)}]) as scope
    from (select 1) as one left join message_limit l on l.account_id = ${accountId}`.execute(trx);
  return rows[0]?.scope ?? null;
}

export interface ReachedLimit {
  readonly accountId: string;
  readonly channel: Channel;
  readonly day: string;
  readonly at: Date;
}

/** Counts a message that a limit refused. True for the first one of the account on this day. */
export async function recordLimitReached(
  trx: SystemDatabase,
  { accountId, channel, day, at }: ReachedLimit,
): Promise<boolean> {
  const column = sql.ref(channel);
  const { rows } = await sql<{ is_first: boolean }>`
    insert into message_limit_day as d (account_id, day, first_at, ${column}) values (${accountId}, ${day}::date, ${at}, 1)
    on conflict (account_id, day) do update set ${column} = d.${column} + 1
    returning d.sms + d.email = 1 as is_first`.execute(trx);
  return rows[0]?.is_first ?? false;
}

export interface LimitedDay {
  readonly accountId: string;
  readonly accountName: string;
  readonly day: string;
  readonly firstAt: Date;
  readonly sms: number;
  readonly email: number;
}

/** Accounts that reached a limit since the given time, by day. */
export async function limitedDays(db: SystemDatabase, since: Date): Promise<LimitedDay[]> {
  const { rows } = await sql<LimitedDay>`
    select d.account_id as "accountId", a.name as "accountName", d.day::text, d.first_at as "firstAt", d.sms, d.email
    from message_limit_day d join account a on a.id = d.account_id
    where d.first_at >= ${since} order by d.first_at`.execute(db);
  return rows;
}

type LimitColumn = `${Channel}_${(typeof limitColumns)[LimitScope]}`;

export async function findOwnLimits(db: SystemDatabase, accountId: string): Promise<OwnMessageLimits> {
  const { rows } = await sql<Record<LimitColumn, number | null>>`
    select * from message_limit where account_id = ${accountId}`.execute(db);
  const [row] = rows;
  const ofChannel = (channel: Channel): OwnChannelLimits => ({
    perRecipientDay: row?.[`${channel}_per_recipient_day`] ?? null,
    perBooking: row?.[`${channel}_per_booking`] ?? null,
    perAccountDay: row?.[`${channel}_per_account_day`] ?? null,
  });
  return { sms: ofChannel('sms'), email: ofChannel('email') };
}

/** Serializes changes of the limits of an account, which may have no row yet. */
export async function lockOwnLimits(trx: SystemDatabase, accountId: string): Promise<void> {
  await sql`select from account where id = ${accountId} for no key update`.execute(trx);
}

export async function saveOwnLimits(
  trx: SystemDatabase,
  accountId: string,
  { sms, email }: OwnMessageLimits,
  now: Date,
): Promise<void> {
  const values = [sms, email].flatMap((limits) => LIMIT_NAMES.map((name) => sql`${limits[name]}::integer`));
  await sql`
    insert into message_limit (account_id, sms_per_recipient_day, sms_per_booking, sms_per_account_day,
      email_per_recipient_day, email_per_booking, email_per_account_day, updated_at)
    values (${accountId}, ${sql.join(values)}, ${now})
    on conflict (account_id) do update set sms_per_recipient_day = excluded.sms_per_recipient_day,
      sms_per_booking = excluded.sms_per_booking, sms_per_account_day = excluded.sms_per_account_day,
      email_per_recipient_day = excluded.email_per_recipient_day, email_per_booking = excluded.email_per_booking,
      email_per_account_day = excluded.email_per_account_day, updated_at = excluded.updated_at`.execute(trx);
}

export interface ChannelUse {
  /** Messages to customers that were handed to a provider. */
  readonly sent: number;
  /** Messages that a limit refused. */
  readonly refused: number;
}

/** Messages of an account on one day. */
export async function messageUse(
  db: SystemDatabase,
  accountId: string,
  day: string,
): Promise<Readonly<Record<Channel, ChannelUse>>> {
  const { rows } = await sql<Record<Channel, ChannelUse>>`
    select json_build_object('sent', coalesce(sum(c.sent) filter (where c.channel = 'sms'), 0),
        'refused', coalesce(max(d.sms), 0)) as sms,
      json_build_object('sent', coalesce(sum(c.sent) filter (where c.channel = 'email'), 0),
        'refused', coalesce(max(d.email), 0)) as email
    from (select 1) as one
    left join message_count c on c.scope = 'account' and c.key = ${accountId} and c.day = ${day}::date
    left join message_limit_day d on d.account_id = ${accountId}::uuid and d.day = ${day}::date`.execute(db);
  const none = { sent: 0, refused: 0 };
  return rows[0] ?? { sms: none, email: none };
}

/**
 * Deletes counters that no longer limit anything. Counters of bookings are kept for as long as messages, because
 * they count the whole life of the booking.
 */
export async function deleteOldCounts(
  db: SystemDatabase,
  before: { readonly day: string; readonly bookingDay: string },
): Promise<void> {
  await sql`delete from message_count
    where day < ${before.day}::date and (scope <> 'booking' or day < ${before.bookingDay}::date)`.execute(db);
  await sql`delete from message_limit_day where day < ${before.bookingDay}::date`.execute(db);
}
