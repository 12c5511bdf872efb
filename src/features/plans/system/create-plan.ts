// POST /operator/plans: reads the input, asks the router for the first travel times, and starts the search in the background.
// One plan per area and day at a time, over all processes.
import { randomUUID } from 'node:crypto';
import { recordAudit } from '../../../db/audit-store.ts';
import type { ServiceArea } from '../../../domain/place/service-area.ts';
import type { LockableJob, PlanInput, PlanLocks } from '../../../domain/plan/plan-input.ts';
import { buildModel, type PlanModel } from '../../../domain/plan/plan-model.ts';
import type { Actor } from '../../../lib/actor.ts';
import { Problem } from '../../../lib/problem.ts';
import { listAreas } from '../../areas/system/set-area-dispatch.ts';
import { RouterUnavailable, TravelMeasurement } from './measure-travel.ts';
import type { PlanContext } from './plan-context.ts';
import type { PlanDay } from './plan-input-store.ts';
import {
  failAbandoned,
  failLiveSearch,
  failPlan,
  findComputing,
  findPlan,
  insertPlan,
  type NewPlan,
  type ReplanReason,
} from './plan-store.ts';
import { lockPlanDay, planDayRevision } from './planned-job-store.ts';
import { readDayInput } from './read-day-input.ts';
import { failureOf, type SearchLimits, searchPlan } from './search-plan.ts';

export interface PlanRequest extends PlanDay, SearchLimits {
  readonly locks?: PlanLocks | undefined;
  /** Undefined: a dispatcher plans the day. */
  readonly live?: LiveSearch | undefined;
}

export interface LiveSearch {
  readonly reasons: readonly ReplanReason[];
  /** Runs after the search, before the process may stop. Must not reject. */
  readonly onDone: (planId: string) => Promise<void>;
}

export interface StartedPlan {
  readonly id: string;
  /** Resolves when the plan is ready or has failed. */
  readonly done: Promise<void>;
}

const noLocks: PlanLocks = { bookings: [], crews: [] };

export async function createPlan(
  context: PlanContext,
  actor: Actor,
  request: PlanRequest,
): Promise<StartedPlan> {
  const { runner } = context.plans;
  const area = await loadArea(context, request.areaSlug);
  runner.reserve();
  let isStarted = false;
  try {
    // Before the input: a change in between makes the plan outdated, never wrong.
    const revision = await planDayRevision(context.system, request);
    const { input, timeZone } = await readInput(context, area, request);
    refuseTooMany(input);
    refuseUnknownLocks(input);
    const plan = await claimPlan(context, actor, request, { timeZone, revision });
    const model = buildModel(input);
    const travel = await beginTravel(context, model, plan);
    isStarted = true;
    const done = runner.start(async (running) => {
      await searchPlan(context, { plan, input, model, travel, limits: request, running });
      await request.live?.onDone(plan.id);
    });
    return { id: plan.id, done };
  } finally {
    if (!isStarted) runner.release();
  }
}

export async function loadArea(
  { system }: Pick<PlanContext, 'system'>,
  areaSlug: string,
): Promise<ServiceArea> {
  const area = (await listAreas({ system })).find(({ slug }) => slug === areaSlug);
  if (!area)
    throw Problem.of('invalid_parameter', `No service area has the slug ${areaSlug}.`, { param: 'area' });
  return area;
}

async function claimPlan(
  { system, clock, ids }: PlanContext,
  actor: Actor,
  { areaSlug, day, seed, seconds, locks = noLocks, live }: PlanRequest,
  { timeZone, revision }: Pick<NewPlan, 'timeZone' | 'revision'>,
): Promise<NewPlan> {
  const now = clock.now();
  return system.transaction().execute(async (trx) => {
    await lockPlanDay(trx, { areaSlug, day });
    await failAbandoned(trx, now);
    const computing = await findComputing(trx, { areaSlug, day });
    // A dispatcher does not wait for the system.
    if (computing?.origin === 'live' && !live) await failLiveSearch(trx, computing.id, now);
    else if (computing)
      throw Problem.of(
        'plan_running',
        `The plan ${computing.id} of this area and day is being computed. Wait until it is ready.`,
      );
    const lease = randomUUID();
    const basis = { areaSlug, day, timeZone, seed, seconds, locks, revision };
    const origin = live ? ('live' as const) : ('dispatcher' as const);
    const plan = { ...basis, id: ids.next(), actor, lease, origin, reasons: live?.reasons ?? [] };
    await insertPlan(trx, plan, now);
    await recordAudit(trx, { ids, clock }, actor, {
      accountId: null,
      action: 'plan.created',
      subject: { kind: 'plan', id: plan.id },
    });
    return plan;
  });
}

/** A router that is down is reported at once, and the plan has failed. */
async function beginTravel(
  context: PlanContext,
  model: PlanModel,
  plan: NewPlan,
): Promise<TravelMeasurement> {
  const travel = new TravelMeasurement(context, model);
  try {
    await travel.begin();
    return travel;
  } catch (error) {
    await failPlan(context.system, plan, failureOf(error, false), context.clock.now());
    if (!(error instanceof RouterUnavailable)) throw error;
    throw Problem.of(
      'service_unavailable',
      'The routing service is unavailable. No plan was computed. Try again later.',
      { retryAfterSeconds: error.retryAfterSeconds, cause: error },
    );
  }
}

async function readInput(
  { system, clock, timeZone: companyZone }: PlanContext,
  area: ServiceArea,
  { areaSlug, day, locks = noLocks }: PlanRequest,
): Promise<{ readonly input: PlanInput; readonly timeZone: string }> {
  const [{ input, timeZone }, proposed] = await Promise.all([
    readDayInput({ system, now: clock.now(), timeZone: companyZone }, area, day),
    locks.planId === undefined ? undefined : jobsOfPlan(system, { areaSlug, day }, locks.planId),
  ]);
  return { input: { ...input, locks, proposed }, timeZone };
}

/** Jobs that a lock can name: those that wait for their crew. */
async function jobsOfPlan(
  system: PlanContext['system'],
  { areaSlug, day }: PlanDay,
  planId: string,
): Promise<LockableJob[]> {
  const plan = await findPlan(system, planId);
  if (!plan?.result || plan.areaSlug !== areaSlug || plan.day !== day)
    throw Problem.of('invalid_parameter', 'No plan of this area and day with a result has this id.', {
      param: 'locks.plan_id',
    });
  return plan.result.crews.flatMap(({ jobs }) => jobs).filter(({ status }) => status === 'planned');
}

/** The matrix has some places per booking, squared. */
const MAX_BOOKINGS = 1_000;

function refuseTooMany({ bookings, areaSlug }: PlanInput): void {
  if (bookings.length > MAX_BOOKINGS)
    throw Problem.of(
      'invalid_parameter',
      `${areaSlug} has ${bookings.length} bookings on this day. A plan can have ${MAX_BOOKINGS}: divide the area.`,
      { param: 'area' },
    );
}

function refuseUnknownLocks({ locks, planned, proposed = planned, crews }: PlanInput): void {
  for (const [index, bookingId] of locks.bookings.entries())
    if (!proposed.some((job) => job.bookingId === bookingId))
      throw Problem.of('invalid_parameter', 'A booking without a planned crew cannot be locked.', {
        param: `locks.bookings[${index}]`,
      });
  for (const [index, crewId] of locks.crews.entries())
    if (!crews.some(({ id }) => id === crewId))
      throw Problem.of('invalid_parameter', 'No crew that works on this day has this id.', {
        param: `locks.crews[${index}]`,
      });
}
