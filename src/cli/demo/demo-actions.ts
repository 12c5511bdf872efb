// Demo actions: the requests made for one booking and their times. Actions after the demo's reference time are left
// out, so that bookings end up in different states.
import { seededRandom } from '../../lib/seeded-random.ts';
import type { DemoBooking, DemoPlan } from './demo-plan.ts';

export type DemoStep =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit' }
  | { readonly kind: 'assign'; readonly crew: number }
  | { readonly kind: 'lose_crew' }
  | {
      readonly kind: 'depart' | 'position' | 'arrive' | 'complete' | 'fail' | 'skip' | 'move_on';
      readonly stop: number;
    }
  | { readonly kind: 'cancel_by_partner' }
  | { readonly kind: 'cancel_by_operator' }
  | { readonly kind: 'refund' }
  | { readonly kind: 'note' };

export interface DemoAction {
  readonly atMs: number;
  readonly booking: DemoBooking;
  readonly step: DemoStep;
}

const MINUTE_MS = 60_000;
const WORK_MINUTES = 14;
const DRIVE_MINUTES = 16;
const MULTI_STOP_OUTCOMES = ['completed', 'refunded', 'stop_skipped', 'crew_replaced'];
/**
 * Minutes before the reference time at which the crew departed for the first stop, for outcomes with a job in progress.
 */
const DEPARTED_MINUTES_AGO: Partial<Record<DemoBooking['outcome'], number>> = {
  driving_to_pickup: 12,
  at_pickup: 26,
  driving_to_dropoff: 42,
  failed_at_dropoff: 62,
  late: 14,
};

export function demoActionsOf(plan: DemoPlan, booking: DemoBooking, stopCount: number): DemoAction[] {
  const steps = [...creationSteps(plan, booking), ...laterSteps(plan, booking, stopCount)];
  return steps.filter(({ atMs }) => atMs <= plan.nowMs).map((act) => ({ ...act, booking }));
}

type TimedStep = Omit<DemoAction, 'booking'>;
const at = (atMs: number, step: DemoStep): TimedStep => ({ atMs, step });

function creationSteps({ seed }: DemoPlan, { number, createdMs, outcome }: DemoBooking): TimedStep[] {
  const random = seededRandom(seed, 1_000 + number);
  // These bookings end when they are created.
  if (outcome === 'no_crew' || outcome === 'payment_refused') return [at(createdMs, { kind: 'create' })];
  return [
    at(createdMs, { kind: 'create' }),
    ...(random.isLikely(0.12) ? [at(createdMs + random.between(5, 25) * MINUTE_MS, { kind: 'edit' })] : []),
    ...(random.isLikely(0.1) ? [at(createdMs + 28 * MINUTE_MS, { kind: 'note' })] : []),
  ];
}

function laterSteps(plan: DemoPlan, booking: DemoBooking, stopCount: number): TimedStep[] {
  const { outcome, crew, windowMs, createdMs, number } = booking;
  const random = seededRandom(plan.seed, 2_000 + number);
  const latestMs = Math.min(windowMs - 40 * MINUTE_MS, plan.nowMs - 3 * MINUTE_MS);
  const cancelledMs =
    createdMs +
    30 * MINUTE_MS +
    Math.floor(random.next() * Math.max(0, latestMs - createdMs - 30 * MINUTE_MS));
  const assignedMs = Math.min(
    Math.max(createdMs + 35 * MINUTE_MS, windowMs - random.between(90, 720) * MINUTE_MS),
    plan.nowMs - 50 * MINUTE_MS,
  );
  const assign = at(assignedMs, { kind: 'assign', crew });
  if (outcome === 'waiting' || outcome === 'no_crew' || outcome === 'payment_refused') return [];
  if (outcome === 'cancelled_by_partner') return [at(cancelledMs, { kind: 'cancel_by_partner' })];
  if (outcome === 'cancelled_by_operator')
    return [assign, at(Math.max(cancelledMs, assignedMs + 10 * MINUTE_MS), { kind: 'cancel_by_operator' })];
  if (outcome === 'assigned') return [assign];
  const departedMinutesAgo = DEPARTED_MINUTES_AGO[outcome];
  if (departedMinutesAgo !== undefined)
    return [assign, ...driveSteps(plan.nowMs - departedMinutesAgo * MINUTE_MS, stopCount, outcome)];
  // In 7% of the jobs the crew arrives an hour late.
  const delayMs = random.isLikely(0.07) ? 65 * MINUTE_MS : 0;
  const departsMs = Math.max(windowMs - 12 * MINUTE_MS + delayMs, assignedMs + 20 * MINUTE_MS);
  const lost =
    outcome === 'crew_replaced'
      ? [
          at(assignedMs + 5 * MINUTE_MS, { kind: 'lose_crew' }),
          at(assignedMs + 9 * MINUTE_MS, { kind: 'assign', crew }),
        ]
      : [];
  const driven = driveSteps(departsMs, stopCount, outcome);
  const endsMs = driven.at(-1)?.atMs ?? departsMs;
  const refund = outcome === 'refunded' ? [at(endsMs + 20 * 60 * MINUTE_MS, { kind: 'refund' })] : [];
  return [assign, ...lost, ...driven, ...refund];
}

/** Steps from stop to stop, until the outcome ends them. */
function driveSteps(departsMs: number, stopCount: number, outcome: DemoBooking['outcome']): TimedStep[] {
  const steps: TimedStep[] = [];
  let ms = departsMs;
  for (let stop = 0; stop < stopCount; stop += 1) {
    const isLast = stop === stopCount - 1;
    steps.push(at(ms, { kind: 'depart', stop }));
    // Positions are only shown while the crew is driving.
    if (outcome in DEPARTED_MINUTES_AGO)
      steps.push(at(ms + (DRIVE_MINUTES - 5) * MINUTE_MS, { kind: 'position', stop }));
    ms += DRIVE_MINUTES * MINUTE_MS;
    if ((outcome === 'driving_to_pickup' || outcome === 'late') && stop === 0) return steps;
    steps.push(at(ms, { kind: 'arrive', stop }));
    if (outcome === 'at_pickup' && stop === 0) return steps;
    ms += WORK_MINUTES * MINUTE_MS;
    if (isLast && outcome === 'failed_at_dropoff')
      return [...steps, at(ms - 8 * MINUTE_MS, { kind: 'fail', stop })];
    if (isLast && outcome === 'stop_skipped') {
      steps.push(at(ms - 8 * MINUTE_MS, { kind: 'fail', stop }), at(ms, { kind: 'skip', stop }));
    } else steps.push(at(ms, { kind: 'complete', stop }));
    // The departure for the next stop moves on from the others.
    if (isLast) steps.push(at(ms, { kind: 'move_on', stop }));
    ms += MINUTE_MS;
  }
  return steps;
}

/** Whether the outcome allows more than two stops without changing the times above. */
export function allowsMultipleStops({ outcome }: DemoBooking): boolean {
  return MULTI_STOP_OUTCOMES.includes(outcome);
}
