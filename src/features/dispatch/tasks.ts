// Background work of dispatch: dispatch rounds, their due jobs, and the relay subscriber for booking events.
import type { JobHandler } from '../../jobs/due-jobs.ts';
import type { PeriodicTask } from '../../jobs/periodic-task.ts';
import type { RelaySubscriber } from '../../jobs/relay.ts';
import type { Clock } from '../../lib/clock.ts';
import { MOVE_ON_JOB } from './move-on-job.ts';
import { applyBookingEvents, REMOVE_CREW_JOB } from './system/booking-follower.ts';
import type { DispatchContext } from './system/dispatch-context.ts';
import {
  acceptForCrew,
  cancelBookingWithoutCrew,
  moveOnFromDoneStop,
  removeRescheduledCrew,
} from './system/dispatch-jobs.ts';
import {
  ACCEPT_JOB,
  CANCEL_WITHOUT_CREW_JOB,
  type RoundContext,
  runDispatchRound,
} from './system/run-dispatch-round.ts';

/**
 * Runs every second, in one process at a time. `wake` is called when a round has added jobs, `announce` with the
 * bookings whose offers were made or have expired.
 */
export function dispatchRounds(
  context: RoundContext,
  wake: () => void,
  announce: (bookingIds: readonly string[]) => void,
): PeriodicTask {
  return {
    name: 'dispatch.round',
    everySeconds: 1,
    run: async () => {
      const { offered, givenUp, bookingIds } = await runDispatchRound(context);
      if (offered + givenUp > 0) wake();
      if (bookingIds.length > 0) announce(bookingIds);
    },
  };
}

const jobHandlers = {
  [ACCEPT_JOB]: acceptForCrew,
  [CANCEL_WITHOUT_CREW_JOB]: cancelBookingWithoutCrew,
  [REMOVE_CREW_JOB]: removeRescheduledCrew,
  [MOVE_ON_JOB]: moveOnFromDoneStop,
};

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
    write: async (trx, events) =>
      (await applyBookingEvents(trx, events, clock.now())) > 0 ? wake : () => {},
  };
}
