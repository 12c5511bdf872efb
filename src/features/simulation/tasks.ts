// The sandbox's jobs: a booking that asks to be played gets a job when its event is relayed, and the job plays a step each
// time it is due.
import type { DueJob } from '../../jobs/due-job-store.ts';
import { addJobs } from '../../jobs/due-job-store.ts';
import type { JobHandler, JobOutcome } from '../../jobs/due-jobs.ts';
import type { RelaySubscriber } from '../../jobs/relay.ts';
import type { Clock } from '../../lib/clock.ts';
import { AT_THE_START, type Progress, playStep, type SimulationContext } from './play-step.ts';
import { findSimulated } from './system/simulation-store.ts';

const SIMULATION_JOB = 'simulation.step';

/** `wake` is called once there is something to play. */
export function simulationSubscriber(clock: Clock, wake: () => void): RelaySubscriber {
  return {
    write: async (trx, events) => {
      const created = events.filter(({ type }) => type === 'booking.created');
      const bookings = await findSimulated(
        trx,
        created.flatMap(({ bookingId }) => bookingId ?? []),
      );
      const now = clock.now();
      const jobs = bookings.map(({ id, accountId }) => ({
        kind: SIMULATION_JOB,
        key: id,
        accountId,
        dueAt: now,
        data: AT_THE_START,
      }));
      await addJobs(trx, jobs, now);
      return jobs.length > 0 ? wake : () => {};
    },
  };
}

export function simulationHandler(context: SimulationContext): JobHandler {
  return { kind: SIMULATION_JOB, handle: (job) => play(context, job) };
}

async function play(context: SimulationContext, { key, accountId, data }: DueJob): Promise<JobOutcome> {
  const progress = await playStep(context, { accountId, bookingId: key }, data as Progress, {
    actor: { kind: 'system', id: 'simulation' },
    requestId: `simulation-${key}`,
  });
  if (progress === null) return 'done';
  return { againAt: new Date(context.clock.now().getTime() + context.stepMillis), data: progress };
}
