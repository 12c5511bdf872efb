// Events that wait for somebody: to be placed in the feed, or to be acted upon by those who follow it. Measured by the clock of
// the database, by which places are given; before that an event is as old as its id.
import { sql } from 'kysely';
import type { SetCheck } from '../db/doctor/sql-check.ts';
import type { SystemDatabase } from '../db/system-database.ts';

const bornMs = sql`('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint`;

/** Whom the next event waits for, since when, and which it is. */
const waiting = sql`
  select 'relay' as name, to_timestamp(min(${bornMs}) / 1000.0) as since, min(id::text) as next, count(*) as events
  from (select id from event where position is null order by occurred_at, sequence limit 1000) as unplaced having count(*) > 0
  union all
  select f.name, to_timestamp(n.position / 1000000.0), n.position::text, null
  from event_follower f cross join lateral (
    select position from event where position > f.position order by position limit 1) n`;

export interface WaitingFor {
  readonly name: string;
  readonly since: Date;
  /** Changes when somebody has moved on. */
  readonly next: string;
}

export async function longWaits(db: SystemDatabase, patienceSeconds: number): Promise<WaitingFor[]> {
  const { rows } = await sql<WaitingFor>`
    select name, since, next from (${waiting}) as waiting
    where since < clock_timestamp() - make_interval(secs => ${patienceSeconds}) order by since, name`.execute(
    db,
  );
  return rows;
}

/** A worker that is there has long acted by then. */
const PATIENCE_MINUTES = 5;

export const feedChecks: readonly SetCheck[] = [
  {
    name: 'events: acted upon in time',
    checked: sql`select count(*) + 1 from event_follower`,
    broken: sql`
      select case name when 'relay' then 'event' else 'event_follower' end as table_name,
        case name when 'relay' then next else name end as id, null as account_id,
        format('%s has not acted since %s', name, to_char(since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) as message
      from (${waiting}) as waiting
      where since < clock_timestamp() - make_interval(mins => ${PATIENCE_MINUTES})`,
  },
];
