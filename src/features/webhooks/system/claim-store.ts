// Takes tasks for sending. A task is leased by the clock of the database, which all processes share; whether it is due is
// a matter of business time.
import { sql } from 'kysely';
import type { AccountTransaction } from '../../../db/database.ts';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { DeliveryTrigger } from '../../../domain/webhook-delivery.ts';

export const LEASE_SECONDS = 20;

export interface Slots {
  readonly endpointId: string;
  readonly count: number;
  /** Only what a person waits for. */
  readonly manualOnly: boolean;
}

export interface ClaimedTask {
  readonly id: string;
  readonly accountId: string;
  readonly endpointId: string;
  readonly deliveryId: string;
  readonly eventId: string;
  readonly bookingId: string | null;
  readonly trigger: DeliveryTrigger;
  /** Also when a person sends a test again. */
  readonly isTest: boolean;
  readonly tries: number;
  /** 0 what a person waits for, 1 never tried, 2 tried before. */
  readonly rank: number;
  /** As PostgreSQL wrote it: says whether the lease is still ours. */
  readonly leasedUntil: string;
  readonly url: string;
  /** Sealed secrets of the endpoint, as JSON; see `SigningKeys`. */
  readonly secrets: string;
  /** What is sent, shared by all tasks of the event. null: the event is past its retention. */
  readonly payload: Buffer | null;
  readonly occurredAt: Date | null;
}

/**
 * The condition of a rank is written out for each, so that the index gives the rows in order and stops at the limit. The
 * endpoint is read in the same statement: an address or a secret that was changed holds from the next claim on.
 */
const rankOf = (rank: number, now: Date, limit: ReturnType<typeof sql>) => sql`
  select t.id, t.endpoint_id from s cross join lateral (
    select id, endpoint_id from webhook_task
    where endpoint_id = s.endpoint_id and rank = ${sql.lit(rank)} and due_at <= ${now}
      and (leased_until is null or leased_until < clock_timestamp())
    order by due_at, id limit ${limit} for update skip locked) t`;

export async function claimTasks(
  db: SystemDatabase | AccountTransaction,
  slots: readonly Slots[],
  now: Date,
): Promise<ClaimedTask[]> {
  const left = (...taken: readonly string[]) =>
    sql`case when s.manual_only then 0 else s.slots
      ${sql.join(
        taken.map(
          (name) => sql`- (select count(*) from ${sql.table(name)} c where c.endpoint_id = s.endpoint_id)`,
        ),
        sql` `,
      )} end`;
  const { rows } = await sql<ClaimedRow>`
    with s as materialized (
      select s.*, w.url, ${signingSecrets} as secrets
      from unnest(${slots.map(({ endpointId }) => endpointId)}::uuid[], ${slots.map(({ count }) => count)}::int[],
        ${slots.map(({ manualOnly }) => manualOnly)}::boolean[]) as s (endpoint_id, slots, manual_only)
      join webhook_endpoint w on w.id = s.endpoint_id and not w.disabled
    ), manual as materialized (${rankOf(0, now, sql`s.slots`)}
    ), fresh as materialized (${rankOf(1, now, left('manual'))}
    ), again as materialized (${rankOf(2, now, left('manual', 'fresh'))}
    ), leased as materialized (
      update webhook_task set leased_until = ${leaseEnd}
      where id = any(array(select id from manual union all select id from fresh union all select id from again))
      returning *
    )
    select t.id::text, t.account_id as "accountId", t.endpoint_id as "endpointId", t.delivery_id as "deliveryId",
      t.event_id as "eventId", t.booking_id as "bookingId", t.trigger, t.tries, t.rank,
      t.trigger = 'test' or e.endpoint_id is not null as "isTest", t.leased_until::text as "leasedUntil", s.url,
      coalesce(s.secrets, '[]') as secrets, e.occurred_at as "occurredAt",
      case when row_number() over (partition by t.event_id) = 1 then e.payload::text end as payload
    from leased t join s on s.endpoint_id = t.endpoint_id left join event e on e.id = t.event_id
    order by t.rank, t.due_at, t.id`.execute(db);
  return withBodies(rows);
}

export const leaseEnd = sql`clock_timestamp() + make_interval(secs => ${sql.lit(LEASE_SECONDS)})`;

/** How to reach an endpoint `w` and sign for it. */
const signingSecrets = sql`(
  select json_agg(json_build_object('id', k.id, 'sealed', encode(k.sealed, 'base64'), 'expires_at', k.expires_at)
    order by k.created_at desc, k.id desc) from webhook_secret k where k.endpoint_id = w.id)::text`;

export type Addressee = Pick<ClaimedTask, 'endpointId' | 'url' | 'secrets'>;

export async function readAddressees(
  db: AccountTransaction,
  endpointIds: readonly string[],
): Promise<readonly Addressee[]> {
  const { rows } = await sql<Addressee>`
    select w.id as "endpointId", w.url, coalesce(${signingSecrets}, '[]') as secrets
    from webhook_endpoint w where w.id = any(${[...endpointIds]}::uuid[])`.execute(db);
  return rows;
}

type ClaimedRow = Omit<ClaimedTask, 'payload'> & { readonly payload: string | null };

/** An event comes once for all endpoints that get it: its text is the better part of what is read, signed and sent. */
function withBodies(rows: readonly ClaimedRow[]): ClaimedTask[] {
  const bodies = new Map<string, Buffer>();
  for (const { eventId, payload } of rows) if (payload !== null) bodies.set(eventId, Buffer.from(payload));
  return rows.map((row) => ({ ...row, payload: bodies.get(row.eventId) ?? null }));
}

export type Lease = Pick<ClaimedTask, 'id' | 'leasedUntil'>;

/** For others, or for later. What was leased to somebody else meanwhile is left alone. */
export async function giveBack(db: SystemDatabase, leases: readonly Lease[]): Promise<void> {
  await sql`
    update webhook_task set leased_until = null where id = any(array(
      select t.id from unnest(${leases.map(({ id }) => id)}::bigint[],
        ${leases.map(({ leasedUntil }) => leasedUntil)}::timestamptz[]) as l (id, leased_until)
      join webhook_task t on t.id = l.id and t.leased_until = l.leased_until
      for update of t skip locked))`.execute(db);
}
