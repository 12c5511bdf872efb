// The intention of the company: planned jobs, the revision of each area and day, and the history of changes. Every writer of
// planned jobs locks the day first (`lockPlanDay`).
import { type RawBuilder, sql } from 'kysely';
import type { SystemDatabase, SystemTransaction } from '../../../db/system-database.ts';
import type { PlannedJob } from '../../../domain/plan/plan-input.ts';
import { millisOf } from '../../dispatch/system/crew-store.ts';
import type { PlanDay } from './plan-input-store.ts';

export interface StoredPlannedJob extends PlannedJob, PlanDay {
  readonly planId: string | null;
}

export type PlanChangeCause =
  | 'applied'
  | 'undone'
  | 'locked'
  | 'ended'
  | 'rescheduled'
  | 'other_crew'
  | 'booked';

export interface PlannedJobChange {
  readonly bookingId: string;
  readonly before: StoredPlannedJob | null;
  readonly after: StoredPlannedJob | null;
}

const columns = sql`p.booking_id as "bookingId", p.area_slug as "areaSlug", p.day::text as day,
  p.crew_id as "crewId", ${millisOf(sql`p.starts_at`)} as "startsMs", ${millisOf(sql`p.arrives_at`)} as "arrivesMs",
  ${millisOf(sql`p.ends_at`)} as "endsMs", p.stops, p.drive_seconds as "driveSeconds",
  p.drive_hundredths / 100.0::float8 as miles, p.locked as "isLocked", p.plan_id as "planId"`;

/** Locks the day until the transaction ends. Returns its revision. */
export async function lockPlanDay(trx: SystemTransaction, { areaSlug, day }: PlanDay): Promise<number> {
  await sql`
    insert into plan_day (area_slug, day) values (${areaSlug}, ${day}::date) on conflict do nothing`.execute(
    trx,
  );
  const { rows } = await sql<{ revision: string }>`
    select revision from plan_day where area_slug = ${areaSlug} and day = ${day}::date for update`.execute(
    trx,
  );
  return Number(rows[0]?.revision ?? 0);
}

/** 0 if nothing was ever intended. */
export async function planDayRevision(db: SystemDatabase, { areaSlug, day }: PlanDay): Promise<number> {
  const { rows } = await sql<{ revision: string }>`
    select revision from plan_day where area_slug = ${areaSlug} and day = ${day}::date`.execute(db);
  return Number(rows[0]?.revision ?? 0);
}

export async function listPlannedJobs(
  db: SystemDatabase,
  { areaSlug, day }: PlanDay,
): Promise<StoredPlannedJob[]> {
  return select(db, sql`p.area_slug = ${areaSlug} and p.day = ${day}::date`);
}

export async function listPlannedJobsOf(
  db: SystemDatabase,
  bookingIds: readonly string[],
): Promise<StoredPlannedJob[]> {
  if (bookingIds.length === 0) return [];
  return select(db, sql`p.booking_id = any (${[...bookingIds]}::uuid[])`);
}

/** Planned jobs of these crews that overlap the span, of all areas. */
export async function listPlannedJobsOfCrews(
  db: SystemDatabase,
  crewIds: readonly string[],
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<StoredPlannedJob[]> {
  return select(
    db,
    sql`p.crew_id = any (${[...crewIds]}::uuid[]) and p.starts_at < ${new Date(toMs)} and p.ends_at > ${new Date(fromMs)}`,
  );
}

async function select(db: SystemDatabase, condition: RawBuilder<unknown>): Promise<StoredPlannedJob[]> {
  const { rows } = await sql<StoredPlannedJob>`
    select ${columns} from planned_job p where ${condition} order by p.starts_at, p.booking_id`.execute(db);
  return rows;
}

/** Confirmation codes by booking id. */
export async function hidsOf(
  db: SystemDatabase,
  bookingIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; hid: string }>`
    select id, hid from booking where id = any (${[...bookingIds]}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, hid }) => [id, hid]));
}

export interface LockedCrew {
  readonly id: string;
  readonly isRetired: boolean;
  /** Increased by every engagement and offer. */
  readonly version: number;
}

/** Locks crews in the global order, so that two areas cannot plan one crew at the same time. */
export async function lockPlannedCrews(
  trx: SystemTransaction,
  crewIds: readonly string[],
): Promise<LockedCrew[]> {
  const { rows } = await sql<LockedCrew>`
    select id, retired_at is not null as "isRetired", version from crew where id = any (${[...crewIds]}::uuid[])
    order by id for update`.execute(trx);
  return rows;
}

/**
 * Writes the changes, their history and the new revision of the day, which the caller has locked. Returns the revision;
 * null if nothing changes.
 */
export async function changePlannedJobs(
  trx: SystemTransaction,
  planDay: PlanDay,
  changes: readonly PlannedJobChange[],
  {
    cause,
    planId,
    now,
  }: { readonly cause: PlanChangeCause; readonly planId: string | null; readonly now: Date },
): Promise<number | null> {
  if (changes.length === 0) return null;
  const { areaSlug, day } = planDay;
  const removed = changes.filter(({ after }) => after === null).map(({ bookingId }) => bookingId);
  await sql`delete from planned_job where booking_id = any (${removed}::uuid[])`.execute(trx);
  const rows = changes.flatMap(({ after }) => (after ? [rowOf(after)] : []));
  await sql`
    insert into planned_job (booking_id, area_slug, day, crew_id, starts_at, arrives_at, ends_at, stops,
      drive_seconds, drive_hundredths, locked, plan_id, updated_at)
    select booking_id, area_slug, day, crew_id, starts_at, arrives_at, ends_at, stops, drive_seconds,
      drive_hundredths, locked, plan_id, ${now}
    from json_to_recordset(${JSON.stringify(rows)}::json) as j (booking_id uuid, area_slug text, day date,
      crew_id uuid, starts_at timestamptz, arrives_at timestamptz, ends_at timestamptz, stops json, drive_seconds integer,
      drive_hundredths integer, locked boolean, plan_id uuid)
    on conflict (booking_id) do update set area_slug = excluded.area_slug,
      day = excluded.day, crew_id = excluded.crew_id, starts_at = excluded.starts_at, arrives_at = excluded.arrives_at,
      ends_at = excluded.ends_at, stops = excluded.stops, drive_seconds = excluded.drive_seconds,
      drive_hundredths = excluded.drive_hundredths, locked = excluded.locked, plan_id = excluded.plan_id,
      updated_at = excluded.updated_at`.execute(trx);
  const bumped = await sql<{ revision: string }>`
    update plan_day set revision = revision + 1 where area_slug = ${areaSlug} and day = ${day}::date
    returning revision`.execute(trx);
  const revision = Number(bumped.rows[0]?.revision);
  const history = changes.map(({ bookingId, before, after }) => ({ booking_id: bookingId, before, after }));
  await sql`
    insert into plan_change (area_slug, day, revision, booking_id, cause, plan_id, before, after, at)
    select ${areaSlug}, ${day}::date, ${revision}, booking_id, ${cause}, ${planId}, before, after, ${now}
    from json_to_recordset(${JSON.stringify(history)}::json) as j (booking_id uuid, before json, after json)`.execute(
    trx,
  );
  return revision;
}

function rowOf(job: StoredPlannedJob) {
  return {
    booking_id: job.bookingId,
    area_slug: job.areaSlug,
    day: job.day,
    crew_id: job.crewId,
    starts_at: new Date(job.startsMs),
    arrives_at: new Date(job.arrivesMs),
    ends_at: new Date(job.endsMs),
    stops: job.stops,
    drive_seconds: job.driveSeconds,
    drive_hundredths: Math.round(job.miles * 100),
    locked: job.isLocked,
    plan_id: job.planId,
  };
}

export interface RecordedChange extends PlannedJobChange {
  readonly cause: PlanChangeCause;
  readonly hid: string | null;
}

/** Changes after a revision, except those of one plan. */
export async function listChangesSince(
  db: SystemDatabase,
  { areaSlug, day }: PlanDay,
  { revision, exceptPlanId }: { readonly revision: number; readonly exceptPlanId: string },
): Promise<RecordedChange[]> {
  const { rows } = await sql<RecordedChange>`
    select c.booking_id as "bookingId", c.before, c.after, c.cause, b.hid
    from plan_change c left join booking b on b.id = c.booking_id
    where c.area_slug = ${areaSlug} and c.day = ${day}::date and c.revision > ${revision}
      and c.plan_id is distinct from ${exceptPlanId}::uuid
    order by c.id`.execute(db);
  return rows;
}

/** What applying a plan has changed: the first row before, and the last row after, per booking. */
export async function listChangesOfPlan(db: SystemDatabase, planId: string): Promise<RecordedChange[]> {
  const { rows } = await sql<RecordedChange>`
    select c.booking_id as "bookingId", 'applied' as cause, max(b.hid) as hid,
      (array_agg(c.before order by c.id))[1] as before, (array_agg(c.after order by c.id desc))[1] as after
    from plan_change c left join booking b on b.id = c.booking_id
    where c.plan_id = ${planId} and c.cause = 'applied' group by c.booking_id order by c.booking_id`.execute(
    db,
  );
  return rows;
}

export async function deleteChangesBefore(db: SystemDatabase, cutoff: Date): Promise<void> {
  await sql`delete from plan_change where at < ${cutoff}`.execute(db);
}
