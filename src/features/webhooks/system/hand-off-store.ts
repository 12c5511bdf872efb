// Store of hand-offs: gives handed-off deliveries rows of their own, and takes over the hand-offs of processes that
// died.
import { type RawBuilder, sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { ClaimedTask, HandOffOrigin } from './claimed-task.ts';
import { numberedId } from './numbered-id-store.ts';

/**
 * Queues the deliveries in `pair` that have no row yet. An endpoint that was disabled or deleted since the hand-off gets
 * no task: its deliveries are discarded, like those that wait while it is disabled.
 */
const queuePairs = (now: Date) => sql`
  live as materialized (
    select id, disabled from webhook_endpoint where id = any(array(select endpoint_id from pair)) order by id for key share
  ), judged as materialized (
    select p.*, case when w.id is null then 'endpoint_deleted' when w.disabled then 'endpoint_disabled' end as reason
    from pair p left join live w on w.id = p.endpoint_id
  ), delivery as (
    insert into webhook_delivery (id, account_id, endpoint_id, event_id, event_type, booking_id, status, reason, attempts,
      created_at, next_attempt_at, finished_at)
    select delivery_id, account_id, endpoint_id, event_id, type, booking_id,
      case when reason is null then 'pending' else 'discarded' end, reason, 0, created_at,
      case when reason is null then created_at end, case when reason is not null then ${now}::timestamptz end
    from judged order by number
    on conflict (id) do nothing returning id
  ), task as (
    insert into webhook_task (account_id, endpoint_id, delivery_id, event_id, booking_id, trigger, tries, due_at,
      leased_until)
    select account_id, endpoint_id, delivery_id, event_id, booking_id, 'event', 0, created_at, leased_until
    from judged join delivery on delivery.id = delivery_id where reason is null order by number
    returning id, delivery_id, endpoint_id, account_id
  )`;

/** A task that is handed off. */
export type HandedOffTask = ClaimedTask & { readonly origin: HandOffOrigin };

/**
 * Queues handed-off deliveries as tasks of this process, with the lease of their hand-off, or for any process. Returns
 * the ids of the tasks by delivery; deliveries that have a row already and those that were discarded are missing.
 */
export async function queueHandedOff(
  db: SystemDatabase,
  tasks: readonly HandedOffTask[],
  { isLeased, now }: { readonly isLeased: boolean; readonly now: Date },
): Promise<ReadonlyMap<string, string>> {
  const column = (read: (task: HandedOffTask) => string | null) => tasks.map(read);
  const { rows } = await sql<{ id: string; deliveryId: string }>`
    with pair as materialized (
      select * from unnest(${column(({ deliveryId }) => deliveryId)}::uuid[], ${column(({ accountId }) => accountId)}::uuid[],
        ${column(({ endpointId }) => endpointId)}::uuid[], ${column(({ eventId }) => eventId)}::uuid[],
        ${column(({ bookingId }) => bookingId)}::uuid[], ${column(({ origin }) => origin.eventType)}::text[],
        ${column(({ origin }) => origin.handOff.createdAt.toISOString())}::timestamptz[],
        ${column(({ origin }) => (isLeased ? origin.handOff.leasedUntil : null))}::timestamptz[])
        with ordinality as p (delivery_id, account_id, endpoint_id, event_id, booking_id, type, created_at, leased_until,
          number)
    ), ${queuePairs(now)}
    select id::text, delivery_id as "deliveryId" from task`.execute(db);
  return new Map(rows.map(({ id, deliveryId }) => [deliveryId, id]));
}

const maxTakenOver = 20;

/**
 * Queues the deliveries of expired hand-offs that are not recorded. Returns the endpoints that have new tasks.
 * `statement_timestamp` is stable, unlike `clock_timestamp`, so the index is read up to it and not completely.
 */
export async function takeOverHandOffs(
  db: SystemDatabase,
  now: Date,
): Promise<readonly { readonly accountId: string; readonly endpointId: string }[]> {
  const { rows } = await sql<{ accountId: string; endpointId: string }>`
    with expired as materialized (
      delete from webhook_handoff where id = any(array(
        select id from webhook_handoff where leased_until < statement_timestamp()
        order by leased_until limit ${maxTakenOver} for update skip locked))
      returning *
    ), pair as materialized (
      select ${numberedId(sql`h.id::text`, sql`p.number`)} as delivery_id, p.event_id, p.endpoint_id, e.account_id,
        e.booking_id, e.type, h.created_at, null::timestamptz as leased_until,
        row_number() over (order by h.id, p.number) as number
      from expired h cross join lateral handoff_pairs(row (h.*)::webhook_handoff) p join event e on e.id = p.event_id
    ), ${queuePairs(now)}
    select distinct account_id as "accountId", endpoint_id as "endpointId" from task`.execute(db);
  return rows;
}

/** Ends hand-offs whose deliveries are all recorded. A hand-off that is being taken over is left alone. */
export const endHandOffs = (ids: readonly string[]): RawBuilder<unknown> => sql`
  delete from webhook_handoff where id = any(array(
    select id from webhook_handoff where id = any(${[...ids]}::uuid[]) for update skip locked))`;

export async function deleteHandOffs(db: SystemDatabase, ids: readonly string[]): Promise<void> {
  await endHandOffs(ids).execute(db);
}

/** Ids of the tasks of deliveries that were queued meanwhile. */
export async function findQueuedTasks(
  db: SystemDatabase,
  deliveryIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; deliveryId: string }>`
    select id::text, delivery_id as "deliveryId" from webhook_task
    where delivery_id = any(${[...deliveryIds]}::uuid[]) and trigger = 'event'`.execute(db);
  return new Map(rows.map(({ id, deliveryId }) => [deliveryId, id]));
}
