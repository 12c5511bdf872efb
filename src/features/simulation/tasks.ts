// Background work of the sandbox. A relay subscriber adds a due job for each new booking that is simulated or set to
// fail. The job runs one step each time it is due.
import type { SystemDatabase } from '../../db/system-database.ts';
import { addJobs } from '../../jobs/add-jobs.ts';
import { accountOf, type DueJob } from '../../jobs/due-job-store.ts';
import type { JobHandler, JobOutcome } from '../../jobs/due-jobs.ts';
import type { PeriodicTask } from '../../jobs/periodic-task.ts';
import type { RelaySubscriber } from '../../jobs/relay.ts';
import type { Clock } from '../../lib/clock.ts';
import { inAccountTime } from '../accounts/account-clock.ts';
import { runSimulationStep, type SimulationContext } from './run-simulation-step.ts';
import { SIMULATION_JOB } from './simulation-job.ts';
import { deleteExpiredRefusals, findSimulated } from './system/simulation-store.ts';

/** `wake` is called when jobs were added. */
export function simulationSubscriber(clock: Clock, wake: () => void): RelaySubscriber {
  return {
    write: async (trx, events) => {
      const created = events.filter(({ type }) => type === 'booking.created');
      const createdIds = created.flatMap(({ bookingId }) => bookingId ?? []);
      const bookings = await findSimulated(trx, createdIds);
      const now = clock.now();
      const jobs = bookings.map(({ id, accountId }) => ({
        kind: SIMULATION_JOB,
        key: id,
        accountId,
        dueAt: now,
        data: {},
      }));
      await addJobs(trx, jobs, now);
      return jobs.length > 0 ? wake : () => {};
    },
  };
}

export function simulationHandler(context: SimulationContext): JobHandler {
  return { kind: SIMULATION_JOB, handle: (job) => runJob(context, job) };
}

/**
 * The next step is due one interval after the previous due time, not after now: steps that a clock advance skipped run
 * without waiting.
 */
async function runJob(context: SimulationContext, job: DueJob): Promise<JobOutcome> {
  const { key, dueAt, data } = job;
  const accountId = accountOf(job);
  const accountContext = await inAccountTime(context, accountId);
  const actor = { kind: 'system', id: 'simulation', requestId: `simulation-${key}` } as const;
  const continues = await runSimulationStep(accountContext, actor, { accountId, bookingId: key });
  return continues ? { againAt: new Date(dueAt.getTime() + context.stepMillis), data } : 'done';
}

const hourSeconds = 3_600;
/** Equals the retention of idempotency keys. */
const retentionMillis = 24 * hourSeconds * 1_000;

export function simulationTasks(db: SystemDatabase, clock: Clock): PeriodicTask[] {
  return [
    {
      name: 'simulation.cleanup',
      everySeconds: hourSeconds,
      run: () => deleteExpiredRefusals(db, new Date(clock.now().getTime() - retentionMillis)),
    },
  ];
}
