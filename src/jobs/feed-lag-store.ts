// Lag of the relay and of the followers: events that have no feed position yet, or that a follower has not processed.
// Measured with the database clock, which also assigns positions; an event without a position is dated by its id
// (UUIDv7).
import { sql } from 'kysely';
import type { SqlCheck } from '../db/doctor/sql-check.ts';
import type { SystemDatabase } from '../db/system-database.ts';

const createdMs = sql`('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint`;

/** Per lagging consumer: its name, the time of the next event to process, and that event. */
const lagging = sql`
  select 'relay' as name, to_timestamp(min(${createdMs}) / 1000.0) as since, min(id::text) as next, count(*) as events
  from (select id from event where position is null order by occurred_at, sequence limit 1000) as unpositioned having count(*) > 0
  union all
  select f.name, to_timestamp(n.position / 1000000.0), n.position::text, null
  from event_follower f cross join lateral (
    select position from event where position > f.position order by position limit 1) n`;

export interface LaggingConsumer {
  readonly name: string;
  readonly since: Date;
  /** The next event to process; changes when the consumer makes progress. */
  readonly next: string;
}

export async function findLaggingConsumers(
  db: SystemDatabase,
  minSeconds: number,
): Promise<LaggingConsumer[]> {
  const { rows } = await sql<LaggingConsumer>`
    select name, since, next from (${lagging}) as lagging
    where since < clock_timestamp() - make_interval(secs => ${minSeconds}) order by since, name`.execute(db);
  return rows;
}

/** A running worker has processed an event long before. */
const MAX_LAG_MINUTES = 5;

export const feedChecks: readonly SqlCheck[] = [
  {
    name: 'events: processed in time',
    checked: sql`select count(*) + 1 from event_follower`,
    broken: sql`
      select case name when 'relay' then 'event' else 'event_follower' end as table_name,
        case name when 'relay' then next else name end as id, null as account_id,
        format('%s has not processed events since %s', name, to_char(since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) as message
      from (${lagging}) as lagging
      where since < clock_timestamp() - make_interval(mins => ${MAX_LAG_MINUTES})`,
  },
];
