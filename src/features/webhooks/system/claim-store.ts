// Claims tasks for sending. Leases use the database clock, which all processes share; due times use the business clock.
import { type RawBuilder, sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { ClaimedTask, LeasedRow } from './claimed-task.ts';

export const LEASE_SECONDS = 20;

export interface Slots {
  readonly endpointId: string;
  readonly count: number;
  /** Only tasks triggered manually (resend, test). */
  readonly manualOnly: boolean;
}

/**
 * Whether tasks of this rank are due and not leased. A scalar subquery: for EXISTS, PostgreSQL may choose to hash all
 * tasks.
 */
export const hasUnclaimedTasks = (endpointId: RawBuilder<unknown>, rank: number, now: Date) => sql`(
  select true from webhook_task t where t.endpoint_id = ${endpointId} and t.rank = ${sql.lit(rank)} and t.due_at <= ${now}
    and (t.leased_until is null or t.leased_until < clock_timestamp()) limit 1) is true`;

/**
 * The rank is a literal in each query, so that the index returns rows in order and the scan stops at the limit. The
 * endpoint is read in the same statement, so that a changed URL or secret takes effect with the next claim.
 */
const rankOf = (rank: number, now: Date, limit: ReturnType<typeof sql>) => sql`
  select t.id, t.endpoint_id from s cross join lateral (
    select id, endpoint_id from webhook_task
    where endpoint_id = s.endpoint_id and rank = ${sql.lit(rank)} and due_at <= ${now}
      and (leased_until is null or leased_until < clock_timestamp())
    order by due_at, id limit ${limit} for update skip locked) t`;

export async function claimTasks(
  db: SystemDatabase,
  slots: readonly Slots[],
  now: Date,
): Promise<ClaimedTask[]> {
  const slotsLeft = (...taken: readonly string[]) =>
    sql`case when s.manual_only then 0 else s.slots
      ${sql.join(
        taken.map(
          (name) => sql`- (select count(*) from ${sql.table(name)} c where c.endpoint_id = s.endpoint_id)`,
        ),
        sql` `,
      )} end`;
  const { rows } = await sql<ClaimedRow>`
    with s as materialized (
      select s.*, w.url, ${signingSecrets(sql`w.id`)} as secrets
      from unnest(${slots.map(({ endpointId }) => endpointId)}::uuid[], ${slots.map(({ count }) => count)}::int[],
        ${slots.map(({ manualOnly }) => manualOnly)}::boolean[]) as s (endpoint_id, slots, manual_only)
      join webhook_endpoint w on w.id = s.endpoint_id and not w.disabled
    ), manual as materialized (${rankOf(0, now, sql`s.slots`)}
    ), fresh as materialized (${rankOf(1, now, slotsLeft('manual'))}
    ), retried as materialized (${rankOf(2, now, slotsLeft('manual', 'fresh'))}
    ), leased as materialized (
      update webhook_task set leased_until = ${leaseEnd}
      where id = any(array(select id from manual union all select id from fresh union all select id from retried))
      returning *
    )
    select t.id::text, t.account_id as "accountId", t.endpoint_id as "endpointId", t.delivery_id as "deliveryId",
      t.event_id as "eventId", t.booking_id as "bookingId", t.trigger, t.tries, t.rank,
      t.trigger = 'test' or e.endpoint_id is not null as "isTest", t.leased_until::text as "leasedUntil", s.url,
      coalesce(s.secrets, '[]') as secrets, e.occurred_at as "occurredAt",
      case when row_number() over (partition by t.event_id) = 1 then e.payload::text end as payload
    from leased t join s on s.endpoint_id = t.endpoint_id left join event e on e.id = t.event_id
    order by t.rank, t.due_at, t.id`.execute(db);
  return shareBodies(rows);
}

export const leaseEnd = sql`clock_timestamp() + make_interval(secs => ${sql.lit(LEASE_SECONDS)})`;

/** Encrypted signing secrets of an endpoint. */
export const signingSecrets = (endpointId: RawBuilder<unknown>) => sql`(
  select json_agg(json_build_object('id', k.id, 'sealed', encode(k.sealed, 'base64'), 'expires_at', k.expires_at)
    order by k.created_at desc, k.id desc) from webhook_secret k where k.endpoint_id = ${endpointId})::text`;

type ClaimedRow = Omit<ClaimedTask, 'payload' | 'row' | 'origin'> &
  LeasedRow & { readonly payload: string | null };

/**
 * Each payload is selected once per event and shared by all its tasks: it is the largest part of what is read, signed
 * and sent.
 */
function shareBodies(rows: readonly ClaimedRow[]): ClaimedTask[] {
  const bodies = new Map<string, Buffer>();
  for (const { eventId, payload } of rows) if (payload !== null) bodies.set(eventId, Buffer.from(payload));
  return rows.map(({ id, leasedUntil, ...row }) => ({
    ...row,
    row: { id, leasedUntil },
    origin: null,
    payload: bodies.get(row.eventId) ?? null,
  }));
}

/**
 * Releases leases, so that other workers can claim the tasks. Tasks that another worker has leased meanwhile are left
 * alone.
 */
export async function releaseLeases(db: SystemDatabase, leases: readonly LeasedRow[]): Promise<void> {
  await sql`
    update webhook_task set leased_until = null where id = any(array(
      select t.id from unnest(${leases.map(({ id }) => id)}::bigint[],
        ${leases.map(({ leasedUntil }) => leasedUntil)}::timestamptz[]) as l (id, leased_until)
      join webhook_task t on t.id = l.id and t.leased_until = l.leased_until
      for update of t skip locked))`.execute(db);
}
