// Plans of areas and days. A plan that is being computed has a lease on the clock of the database: the process renews it
// with the progress, and after its end the plan has failed.
import { sql } from 'kysely';
import type { SystemDatabase, SystemTransaction } from '../../../db/system-database.ts';
import type { PlanLocks } from '../../../domain/plan/plan-input.ts';
import type { PlanResult } from '../../../domain/plan/plan-result.ts';
import type { Actor } from '../../../lib/actor.ts';
import type { PlanDay } from './plan-input-store.ts';

export const PLAN_STATUSES = ['computing', 'ready', 'applied', 'undone', 'failed'] as const;
export type PlanStatus = (typeof PLAN_STATUSES)[number];

/** Progress of a search. */
export interface PlanProgress {
  readonly phase: 'travel_times' | 'search';
  readonly seconds: number;
  readonly unserved: number | null;
  readonly crews: number | null;
  readonly cost: number | null;
}

export interface PlanFailure {
  readonly code: 'router_unavailable' | 'interrupted' | 'internal_error';
  readonly message: string;
  readonly retryAfterSeconds: number | null;
}

/** What the travel times of a plan are. */
export interface TravelUsed {
  readonly source: 'roads' | 'estimate' | 'mixed';
  /** Share of journeys that were estimated, 0 to 1. */
  readonly estimatedShare: number;
}

export interface StoredResult extends PlanResult {
  readonly travel: TravelUsed;
  /** null: quoted durations were not corrected. */
  readonly learned: {
    readonly drive: readonly number[];
    readonly service: Readonly<Record<string, number>>;
  } | null;
  readonly serviceLevel: number;
  readonly bufferMinutes: number;
}

export const PLAN_ORIGINS = ['dispatcher', 'live'] as const;
/** `live`: computed and applied by the system, because the day changed. */
export type PlanOrigin = (typeof PLAN_ORIGINS)[number];

export const REPLAN_REASONS = [
  'booking_created',
  'booking_changed',
  'booking_ended',
  'crew_lost',
  'crew_declined',
  'crew_changed',
  'crew_late',
  'shift_changed',
  'unserved',
] as const;
/** What changed on a day. `unserved`: a booking without a place may have one now. */
export type ReplanReason = (typeof REPLAN_REASONS)[number];

export interface Plan extends PlanDay {
  readonly id: string;
  readonly version: number;
  readonly status: PlanStatus;
  readonly origin: PlanOrigin;
  /** Empty for plans of dispatchers. */
  readonly reasons: readonly ReplanReason[];
  readonly timeZone: string;
  readonly actor: Pick<Actor, 'kind' | 'id'>;
  readonly seed: number;
  readonly seconds: number;
  readonly locks: PlanLocks;
  readonly revision: number;
  readonly progress: PlanProgress | null;
  readonly failure: PlanFailure | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  readonly appliedAt: Date | null;
  readonly undoneAt: Date | null;
}

export interface PlanWithResult extends Plan {
  readonly result: StoredResult | null;
}

const leaseSeconds = 15;
const leaseEnd = sql`clock_timestamp() + make_interval(secs => ${sql.lit(leaseSeconds)})`;

const summary = sql`id, area_slug as "areaSlug", day::text as day, version, status, origin, reasons, time_zone as "timeZone",
  json_build_object('kind', actor_kind, 'id', actor_id) as actor, seed, seconds, locks, revision::int as revision, progress,
  failure, created_at as "createdAt", finished_at as "finishedAt", applied_at as "appliedAt", undone_at as "undoneAt"`;

export interface NewPlan
  extends PlanDay,
    Pick<Plan, 'id' | 'origin' | 'reasons' | 'timeZone' | 'seed' | 'seconds' | 'locks' | 'revision'> {
  readonly actor: Actor;
  readonly lease: string;
}

/** The caller has locked the day. */
export async function insertPlan(trx: SystemTransaction, plan: NewPlan, now: Date): Promise<void> {
  const { id, areaSlug, day, origin, reasons, timeZone, actor, seed, seconds, locks, revision, lease } = plan;
  await sql`
    insert into plan (id, area_slug, day, version, status, origin, reasons, time_zone, actor_kind, actor_id, seed, seconds,
      locks, revision, lease, lease_until, created_at)
    select ${id}, ${areaSlug}, ${day}::date, coalesce(max(version), 0) + 1, 'computing', ${origin},
      ${JSON.stringify(reasons)}::json, ${timeZone}, ${actor.kind}, ${actor.id}, ${seed}, ${seconds},
      ${JSON.stringify(locks)}::json, ${revision}, ${lease}, ${leaseEnd}, ${now}
    from plan where area_slug = ${areaSlug} and day = ${day}::date`.execute(trx);
}

export interface InsertedPlan
  extends PlanDay,
    Pick<Plan, 'id' | 'reasons' | 'timeZone' | 'actor' | 'revision' | 'createdAt'> {
  readonly result: StoredResult;
}

/** A plan of insertions, which is applied in the same transaction. The caller has locked the day. */
export async function insertAppliedPlan(
  trx: SystemTransaction,
  plan: InsertedPlan,
  now: Date,
): Promise<void> {
  const { id, areaSlug, day, reasons, timeZone, actor, revision, createdAt, result } = plan;
  // A search has at least a moment; the insertions had none.
  await sql`
    insert into plan (id, area_slug, day, version, status, origin, reasons, time_zone, actor_kind, actor_id, seed, seconds,
      locks, revision, result, created_at, finished_at, applied_at)
    select ${id}, ${areaSlug}, ${day}::date, coalesce(max(version), 0) + 1, 'applied', 'live',
      ${JSON.stringify(reasons)}::json, ${timeZone}, ${actor.kind}, ${actor.id}, 1,
      ${Math.max(0.001, (now.getTime() - createdAt.getTime()) / 1000)}, '{"bookings":[],"crews":[]}', ${revision},
      ${JSON.stringify(result)}::json, ${createdAt}, ${now}, ${now}
    from plan where area_slug = ${areaSlug} and day = ${day}::date`.execute(trx);
}

/** Removes a live plan that is not worth applying, or that came too late. */
export async function deleteReadyPlan(db: SystemDatabase, id: string): Promise<void> {
  await sql`delete from plan where id = ${id} and origin = 'live' and status in ('ready', 'failed')`.execute(
    db,
  );
}

/** The plan of the day that a living process computes. */
export async function findComputing(
  db: SystemDatabase,
  { areaSlug, day }: PlanDay,
): Promise<{ readonly id: string; readonly origin: PlanOrigin } | undefined> {
  const { rows } = await sql<{ id: string; origin: PlanOrigin }>`
    select id, origin from plan where area_slug = ${areaSlug} and day = ${day}::date and status = 'computing'`.execute(
    db,
  );
  return rows[0];
}

/** Fails plans whose process is gone. */
export async function failAbandoned(db: SystemDatabase, now: Date): Promise<string[]> {
  const failure: PlanFailure = {
    code: 'interrupted',
    message: 'The process that computed the plan has ended.',
    retryAfterSeconds: null,
  };
  const { rows } = await sql<{ id: string }>`
    update plan set status = 'failed', failure = ${JSON.stringify(failure)}::json, finished_at = ${now}, lease = null,
      lease_until = null
    where status = 'computing' and lease_until < clock_timestamp() returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Fails a live search: its process notices that it has lost the lease. */
export async function failLiveSearch(db: SystemDatabase, id: string, now: Date): Promise<void> {
  const failure: PlanFailure = {
    code: 'interrupted',
    message: 'A dispatcher planned the day.',
    retryAfterSeconds: null,
  };
  await sql`
    update plan set status = 'failed', failure = ${JSON.stringify(failure)}::json, finished_at = ${now}, lease = null,
      lease_until = null
    where id = ${id} and origin = 'live' and status = 'computing'`.execute(db);
}

export interface RenewedLease {
  /** A dispatcher asked to end the search. */
  readonly isStopRequested: boolean;
}

/** Returns undefined if the lease is lost. */
export async function renewLease(
  db: SystemDatabase,
  { id, lease }: Pick<NewPlan, 'id' | 'lease'>,
  progress: PlanProgress | null,
): Promise<RenewedLease | undefined> {
  const { rows } = await sql<RenewedLease>`
    update plan set lease_until = ${leaseEnd}, progress = ${progress && JSON.stringify(progress)}::json
    where id = ${id} and lease = ${lease} and status = 'computing'
    returning stop_requested_at is not null as "isStopRequested"`.execute(db);
  return rows[0];
}

/** Returns false if the plan is not being computed, or was asked to stop already. */
export async function requestStop(db: SystemDatabase, id: string, now: Date): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update plan set stop_requested_at = ${now}
    where id = ${id} and status = 'computing' and stop_requested_at is null`.execute(db);
  return numAffectedRows > 0n;
}

/** `problem` is serialized and compressed. Returns false if the lease is lost. */
export async function finishPlan(
  db: SystemDatabase,
  { id, lease }: Pick<NewPlan, 'id' | 'lease'>,
  { result, problem }: { readonly result: StoredResult; readonly problem: Buffer },
  now: Date,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update plan set status = 'ready', result = ${JSON.stringify(result)}::json, problem = ${problem}, finished_at = ${now},
      lease = null, lease_until = null
    where id = ${id} and lease = ${lease} and status = 'computing'`.execute(db);
  return numAffectedRows > 0n;
}

export async function failPlan(
  db: SystemDatabase,
  { id, lease }: Pick<NewPlan, 'id' | 'lease'>,
  failure: PlanFailure,
  now: Date,
): Promise<void> {
  await sql`
    update plan set status = 'failed', failure = ${JSON.stringify(failure)}::json, finished_at = ${now}, lease = null,
      lease_until = null
    where id = ${id} and lease = ${lease} and status = 'computing'`.execute(db);
}

export async function findPlan(db: SystemDatabase, id: string): Promise<PlanWithResult | undefined> {
  const { rows } = await sql<PlanWithResult>`select ${summary}, result from plan where id = ${id}`.execute(
    db,
  );
  return rows[0];
}

/** Of the newest plan of the day that is applied. */
export async function findLastResult(
  db: SystemDatabase,
  { areaSlug, day }: PlanDay,
): Promise<StoredResult | undefined> {
  const { rows } = await sql<{ result: StoredResult }>`
    select result from plan where area_slug = ${areaSlug} and day = ${day}::date and status = 'applied'
    order by version desc limit 1`.execute(db);
  return rows[0]?.result;
}

/** Locks the plan until the transaction ends. */
export async function lockPlan(trx: SystemTransaction, id: string): Promise<PlanWithResult | undefined> {
  const { rows } = await sql<PlanWithResult>`
    select ${summary}, result from plan where id = ${id} for update`.execute(trx);
  return rows[0];
}

/** null after its retention. */
export async function findProblem(db: SystemDatabase, id: string): Promise<Buffer | null> {
  const { rows } = await sql<{ problem: Buffer | null }>`select problem from plan where id = ${id}`.execute(
    db,
  );
  return rows[0]?.problem ?? null;
}

/** Newest first, without results. */
export async function listPlans(
  db: SystemDatabase,
  { areaSlug, day, limit }: Partial<PlanDay> & { readonly limit: number },
): Promise<Plan[]> {
  const conditions = [
    sql`true`,
    ...(areaSlug === undefined ? [] : [sql`area_slug = ${areaSlug}`]),
    ...(day === undefined ? [] : [sql`day = ${day}::date`]),
  ];
  const { rows } = await sql<Plan>`
    select ${summary} from plan where ${sql.join(conditions, sql` and `)} order by created_at desc, id desc
    limit ${limit}`.execute(db);
  return rows;
}

export async function setPlanStatus(
  trx: SystemTransaction,
  id: string,
  status: 'applied' | 'undone',
  now: Date,
): Promise<void> {
  const column = sql.ref(status === 'applied' ? 'applied_at' : 'undone_at');
  await sql`update plan set status = ${status}, ${column} = ${now} where id = ${id}`.execute(trx);
}

export async function deletePlansBefore(
  db: SystemDatabase,
  { plans, problems }: { readonly plans: Date; readonly problems: Date },
): Promise<void> {
  await sql`delete from plan where created_at < ${plans}`.execute(db);
  await sql`update plan set problem = null where created_at < ${problems} and problem is not null`.execute(
    db,
  );
}
