// Views of plans and planned jobs.
import type { Explanation } from '../../../domain/plan/crew-explanation.ts';
import { FACTOR_LIMITS, MIN_OBSERVATIONS } from '../../../domain/plan/learned-times.ts';
import type { PlannedJob } from '../../../domain/plan/plan-input.ts';
import type { PlanNumbers, PreviousJob, ResultCrew } from '../../../domain/plan/plan-result.ts';
import type { StoredLearnedTime } from '../../plans/system/learned-time-store.ts';
import type { Plan, PlanWithResult, StoredResult } from '../../plans/system/plan-store.ts';
import type { StoredPlannedJob } from '../../plans/system/planned-job-store.ts';
import type { PlannedJobView, PlanSummaryView, PlanView } from './plan-schemas.ts';

const iso = (ms: number) => new Date(ms).toISOString();
const minutes = (seconds: number) => Math.round(seconds / 6) / 10;

export function presentPlanSummary(plan: Plan): PlanSummaryView {
  const { failure } = plan;
  return {
    id: plan.id,
    area: plan.areaSlug,
    day: plan.day,
    version: plan.version,
    status: plan.status,
    origin: plan.origin,
    reasons: [...plan.reasons],
    time_zone: plan.timeZone,
    revision: plan.revision,
    seconds: plan.seconds,
    seed: plan.seed,
    locks: { bookings: [...plan.locks.bookings], crews: [...plan.locks.crews] },
    created_at: plan.createdAt.toISOString(),
    finished_at: plan.finishedAt?.toISOString() ?? null,
    applied_at: plan.appliedAt?.toISOString() ?? null,
    undone_at: plan.undoneAt?.toISOString() ?? null,
    progress: plan.progress,
    failure: failure && {
      code: failure.code,
      message: failure.message,
      retry_after_seconds: failure.retryAfterSeconds,
    },
  };
}

export function presentPlan(plan: PlanWithResult): PlanView {
  return { ...presentPlanSummary(plan), result: plan.result && presentResult(plan.result) };
}

function presentResult(result: StoredResult): NonNullable<PlanView['result']> {
  return {
    crews: result.crews.map(presentCrew),
    unserved: result.unserved.map(({ bookingId, hid, reason, previous = null }) => ({
      booking_id: bookingId,
      hid,
      reason,
      previous: previous && presentPrevious(previous),
    })),
    before: presentNumbers(result.before),
    after: presentNumbers(result.after),
    travel: { source: result.travel.source, estimated_share: result.travel.estimatedShare },
    service_level: result.serviceLevel,
    buffer_minutes: result.bufferMinutes,
    uses_learned_times: result.learned !== null,
    iterations: result.iterations,
  };
}

function presentPrevious({ crewId, startsMs, arrivesMs, endsMs }: PreviousJob) {
  return { crew_id: crewId, starts_at: iso(startsMs), arrives_at: iso(arrivesMs), ends_at: iso(endsMs) };
}

function presentNumbers({
  served,
  unserved,
  crews,
  miles,
  driveSeconds,
  lateJobs,
  utilisation = null,
}: Omit<PlanNumbers, 'utilisation'> & { readonly utilisation?: number | null }) {
  return {
    served,
    unserved,
    crews,
    miles,
    drive_minutes: minutes(driveSeconds),
    expected_late: lateJobs,
    utilisation,
  };
}

function presentCrew({ crewId, name, jobs, miles, driveSeconds, busySeconds, shiftSeconds }: ResultCrew) {
  return {
    crew_id: crewId,
    name,
    jobs: jobs.map(({ previous = null, ...job }) => ({
      ...presentJob(job, job.hid),
      status: job.status,
      previous: previous && presentPrevious(previous),
    })),
    miles,
    drive_minutes: minutes(driveSeconds),
    utilisation:
      shiftSeconds === 0 ? 0 : Math.min(1, Math.round((busySeconds / shiftSeconds) * 1_000) / 1_000),
  };
}

function presentJob(job: PlannedJob, hid: string) {
  return {
    booking_id: job.bookingId,
    hid,
    starts_at: iso(job.startsMs),
    arrives_at: iso(job.arrivesMs),
    ends_at: iso(job.endsMs),
    drive_minutes: minutes(job.driveSeconds),
    miles: job.miles,
    is_locked: job.isLocked,
    stops: job.stops.map(({ stopId, arrivesMs, startsMs, departsMs }) => ({
      stop_id: stopId,
      arrives_at: iso(arrivesMs),
      starts_at: iso(startsMs),
      departs_at: iso(departsMs),
    })),
  };
}

export function presentPlannedJob(job: StoredPlannedJob, hid: string): PlannedJobView {
  return { ...presentJob(job, hid), crew_id: job.crewId, plan_id: job.planId };
}

export function presentExplanation({ basis, bookingId, hid, crewId, summary, crews }: Explanation) {
  return {
    booking_id: bookingId,
    hid,
    basis,
    crew_id: crewId,
    summary,
    crews: crews.map(({ crewId: id, crewName, reason, extraCost }) => ({
      crew_id: id,
      name: crewName,
      reason,
      extra_cost: extraCost,
    })),
  };
}

export function presentLearnedTime({
  kind,
  product,
  hour,
  observations,
  median,
  quantile,
}: StoredLearnedTime) {
  const { min, max } = FACTOR_LIMITS;
  return {
    kind,
    product: product === '' ? null : product,
    hour: hour === -1 ? null : hour,
    observations,
    median,
    quantile,
    factor: observations < MIN_OBSERVATIONS ? null : Math.min(Math.max(median, min), max),
  };
}
