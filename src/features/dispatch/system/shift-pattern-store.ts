// Weekly patterns of shifts, and the shifts that they created.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { PatternShift, ShiftPattern } from '../../../domain/dispatch/shift-pattern.ts';

export interface StoredPattern extends ShiftPattern {
  readonly id: string;
  readonly crewId: string;
}

const selectPattern = sql`
  select p.id, p.crew_id as "crewId", p.weekdays::int[] as weekdays, p.starts_minute as "startsMinute",
    p.ends_minute as "endsMinute", p.time_zone as "timeZone", p.first_day::text as "firstDay",
    p.last_day::text as "lastDay", p.excepted_days::text[] as "exceptedDays"
  from shift_pattern p`;

export async function findPattern(db: SystemDatabase, id: string): Promise<StoredPattern | undefined> {
  const { rows } = await sql<StoredPattern>`${selectPattern} where p.id = ${id}`.execute(db);
  return rows[0];
}

/** Patterns that end on this day or later, by first day. */
export async function listPatternRows(
  db: SystemDatabase,
  {
    crewId,
    from,
    limit,
  }: { readonly crewId?: string | undefined; readonly from: string; readonly limit: number },
): Promise<StoredPattern[]> {
  const ofCrew = crewId === undefined ? sql`true` : sql`p.crew_id = ${crewId}`;
  const { rows } = await sql<StoredPattern>`
    ${selectPattern} where p.last_day >= ${from}::date and ${ofCrew} order by p.first_day, p.id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Inserts the pattern, or replaces it. */
export async function savePattern(trx: SystemDatabase, pattern: StoredPattern, now: Date): Promise<void> {
  const { id, crewId, weekdays, startsMinute, endsMinute, timeZone, firstDay, lastDay, exceptedDays } =
    pattern;
  await sql`
    insert into shift_pattern (id, crew_id, weekdays, starts_minute, ends_minute, time_zone, first_day, last_day,
      excepted_days, created_at)
    values (${id}, ${crewId}, ${[...weekdays]}::smallint[], ${startsMinute}, ${endsMinute}, ${timeZone},
      ${firstDay}::date, ${lastDay}::date, ${[...exceptedDays]}::date[], ${now})
    on conflict (id) do update set weekdays = excluded.weekdays, starts_minute = excluded.starts_minute,
      ends_minute = excluded.ends_minute, first_day = excluded.first_day, last_day = excluded.last_day,
      excepted_days = excluded.excepted_days`.execute(trx);
}

/** Its shifts stay, as shifts without a pattern. */
export async function deletePattern(trx: SystemDatabase, id: string): Promise<void> {
  await sql`delete from shift_pattern where id = ${id}`.execute(trx);
}

/** The pattern of the shift no longer applies on its day, so that it does not create the shift again. */
export async function exceptDayOfShift(trx: SystemDatabase, shiftId: string): Promise<void> {
  await sql`
    update shift_pattern p set excepted_days = array_append(p.excepted_days, s.pattern_day)
    from shift s where s.id = ${shiftId} and p.id = s.pattern_id`.execute(trx);
}

/** Days of these shifts that overlap another shift of the crew. Future shifts of the pattern itself do not count. */
export async function overlappingDays(
  db: SystemDatabase,
  { id, crewId }: Pick<StoredPattern, 'id' | 'crewId'>,
  shifts: readonly PatternShift[],
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select w.day::text as day from ${recordsOf(shifts)}
    where exists (select from shift s where s.crew_id = ${crewId} and s.starts_at < w.ends_at and s.ends_at > w.starts_at
      and not (s.pattern_id is not distinct from ${id}::uuid and s.starts_at > ${now}))
    order by w.day`.execute(db);
  return rows.map(({ day }) => day);
}

/** Days of future shifts of the pattern that are not among these shifts, and during which the crew is engaged. */
export async function engagedDays(
  db: SystemDatabase,
  patternId: string,
  kept: readonly PatternShift[],
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select s.pattern_day::text as day from shift s
    where s.pattern_id = ${patternId} and s.starts_at > ${now}
      and not exists (select from ${recordsOf(kept)} where w.day = s.pattern_day)
      and exists (select from crew_engagement e where e.crew_id = s.crew_id and e.ended_at is null
        and e.starts_at < s.ends_at and e.ends_at > s.starts_at)
    order by s.pattern_day`.execute(db);
  return rows.map(({ day }) => day);
}

export interface NewPatternShift extends PatternShift {
  readonly id: string;
}

/** Replaces the future shifts of the pattern. A shift that stays on its day keeps its id. */
export async function replaceFutureShifts(
  trx: SystemDatabase,
  { id, crewId }: Pick<StoredPattern, 'id' | 'crewId'>,
  shifts: readonly NewPatternShift[],
  now: Date,
): Promise<void> {
  const future = sql`s.pattern_id = ${id} and s.starts_at > ${now}`;
  await sql`
    delete from shift s
    where ${future} and not exists (select from ${recordsOf(shifts)} where w.day = s.pattern_day)`.execute(
    trx,
  );
  await sql`
    update shift s set starts_at = w.starts_at, ends_at = w.ends_at from ${recordsOf(shifts)}
    where ${future} and w.day = s.pattern_day`.execute(trx);
  await sql`
    insert into shift (id, crew_id, starts_at, ends_at, created_at, pattern_id, pattern_day)
    select w.id, ${crewId}, w.starts_at, w.ends_at, ${now}, ${id}, w.day from ${recordsOf(shifts)}
    where not exists (select from shift s where s.pattern_id = ${id} and s.pattern_day = w.day)`.execute(trx);
}

/** Time zone of the first home area that has one; for a crew without home areas, of any area. */
export async function findAreaTimeZone(db: SystemDatabase, crewId: string): Promise<string | null> {
  const { rows } = await sql<{ timeZone: string }>`
    select a.document ->> 'time_zone' as "timeZone" from crew c
    join service_area a on c.home_areas = '{}' or a.slug = any (c.home_areas)
    where c.id = ${crewId} and a.document ->> 'time_zone' is not null
    order by array_position(c.home_areas, a.slug), a.slug limit 1`.execute(db);
  return rows[0]?.timeZone ?? null;
}

function recordsOf(shifts: readonly (PatternShift & { readonly id?: string })[]) {
  const rows = shifts.map(({ id, day, startsAt, endsAt }) => ({
    id,
    day,
    starts_at: startsAt,
    ends_at: endsAt,
  }));
  return sql`json_to_recordset(${JSON.stringify(rows)}::json)
    as w (id uuid, day date, starts_at timestamptz, ends_at timestamptz)`;
}
