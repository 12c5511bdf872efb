// Improves the plan of a day in the background (decision 0091): a search in a worker thread that starts from what is intended,
// with the cost of changes in its objective. The row of the plan is the lease: one search per area and day, over all
// processes. The result is applied only to the revision from which it was computed.
import type { PlanResult } from '../../../domain/plan/plan-result.ts';
import { Problem } from '../../../lib/problem.ts';
import { applyPlan } from './apply-plan.ts';
import { createPlan } from './create-plan.ts';
import type { PlanContext } from './plan-context.ts';
import { deleteReadyPlan, findPlan } from './plan-store.ts';
import { replanActor } from './replan-day.ts';
import { type ImprovableDay, listLeftOut, markImproved } from './replan-watch-store.ts';

export interface ImprovementOutcome {
  readonly kind: 'applied' | 'unchanged' | 'outdated' | 'failed';
  readonly changes: number;
}

const SEARCH_SECONDS = 3;
/** Small days need no more. */
const SEARCH_ITERATIONS = 30_000;
/** Worth of a change of the plan, in miles; jobs that get another crew cost three more each. */
const MIN_GAIN = 2;
const COST_OF_MOVE = 3;
const COST_OF_CREW = 5;
const COST_PER_HOUR = 20;

/** Starts the search; `onDone` is called when it has ended. Throws if this process or day is busy. */
export async function improveDay(
  context: PlanContext,
  day: ImprovableDay,
  onDone: (outcome: ImprovementOutcome) => void,
): Promise<void> {
  const { areaSlug, day: date, reasons } = day;
  await createPlan(context, replanActor(`${areaSlug}-${date}`), {
    areaSlug,
    day: date,
    seconds: SEARCH_SECONDS,
    iterations: SEARCH_ITERATIONS,
    seed: day.revision + 1,
    live: {
      reasons,
      onDone: async (planId) => {
        try {
          onDone(await finish(context, day, planId));
        } catch (error) {
          context.log.warn({ err: error, planId }, 'failed to apply a live plan');
          onDone({ kind: 'failed', changes: 0 });
        }
      },
    },
  });
}

async function finish(context: PlanContext, day: ImprovableDay, planId: string): Promise<ImprovementOutcome> {
  const { system, clock, plans } = context;
  const plan = await findPlan(system, planId);
  if (plan?.status !== 'ready' || !plan.result) {
    // The process stops, or a dispatcher plans the day: the next round decides again.
    await deleteReadyPlan(system, planId);
    return { kind: 'failed', changes: 0 };
  }
  const leftOut = new Set(await listLeftOut(system, day));
  const bookings = changedBookings(plan.result).filter((id) => !leftOut.has(id));
  let outcome: ImprovementOutcome = { kind: 'unchanged', changes: 0 };
  let revision: number | null = plan.revision;
  if (bookings.length > 0 && gainOf(plan.result) >= MIN_GAIN)
    try {
      revision = (await applyPlan(context, replanActor(planId), planId, { bookings })) ?? plan.revision;
      outcome = { kind: 'applied', changes: bookings.length };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      outcome = { kind: 'outdated', changes: 0 };
    }
  if (outcome.kind !== 'applied') {
    await deleteReadyPlan(system, planId);
    plans.announce(planId);
  }
  if (outcome.kind !== 'outdated') await markImproved(system, day, { revision, now: clock.now() });
  return outcome;
}

/** Bookings that get another crew or time, or lose their place. */
function changedBookings({ crews, unserved }: PlanResult): string[] {
  const moved = crews
    .flatMap(({ jobs }) => jobs)
    .filter(
      ({ status, crewId, startsMs, arrivesMs, previous }) =>
        status === 'planned' &&
        (previous?.crewId !== crewId || previous.startsMs !== startsMs || previous.arrivesMs !== arrivesMs),
    );
  return [...moved, ...unserved.filter(({ previous }) => previous)].map(({ bookingId }) => bookingId);
}

/** In miles. A booking more that is served is worth any distance. */
function gainOf({ before, after, crews }: PlanResult): number {
  if (after.served !== before.served) return after.served > before.served ? Infinity : -Infinity;
  const costOf = ({ miles, driveSeconds, crews: used }: PlanResult['before']) =>
    miles + (driveSeconds / 3_600) * COST_PER_HOUR + used * COST_OF_CREW;
  const moves = crews
    .flatMap(({ jobs }) => jobs)
    .filter(({ crewId, previous }) => previous && previous.crewId !== crewId).length;
  return costOf(before) - costOf(after) - moves * COST_OF_MOVE;
}
