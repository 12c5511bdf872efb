// Background work of dispatch: dispatch rounds, their due jobs, and the relay subscriber for booking events.
import type { JobHandler } from '../../jobs/due-jobs.ts';
import type { PeriodicTask } from '../../jobs/periodic-task.ts';
import type { RelaySubscriber } from '../../jobs/relay.ts';
import type { Clock } from '../../lib/clock.ts';
import { followBookings, LET_GO_JOB } from './system/booking-follower.ts';
import type { DispatchContext } from './system/dispatch-context.ts';
import { acceptForCrew, giveUpBooking, letCrewGo } from './system/dispatch-jobs.ts';
import { ACCEPT_JOB, GIVE_UP_JOB, type RoundContext, runRound } from './system/run-dispatch-round.ts';

/** Runs every second, in one process at a time. `wake` is called when a round has added jobs. */
export function dispatchRounds(context: RoundContext, wake: () => void): PeriodicTask {
  return {
    name: 'dispatch.round',
    everySeconds: 1,
    run: async () => {
      const { offered, givenUp } = await runRound(context);
      if (offered + givenUp > 0) wake();
    },
  };
}

const jobHandlers = { [ACCEPT_JOB]: acceptForCrew, [GIVE_UP_JOB]: giveUpBooking, [LET_GO_JOB]: letCrewGo };

export function dispatchHandlers(context: DispatchContext): JobHandler[] {
  return Object.entries(jobHandlers).map(([kind, handle]) => ({
    kind,
    handle: async (job) => {
      await handle(context, job);
      return 'done';
    },
  }));
}

/** `wake` is called when jobs were added. */
export function dispatchSubscriber(clock: Clock, wake: () => void): RelaySubscriber {
  return {
    write: async (trx, events) => ((await followBookings(trx, events, clock.now())) > 0 ? wake : () => {}),
  };
}
