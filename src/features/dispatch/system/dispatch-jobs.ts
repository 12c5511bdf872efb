// Due jobs of dispatch, one booking each. Jobs are idempotent: after a crash they start from the current state, and a
// change made in the meantime is not an error.
import { failBooking } from '../../../domain/booking/booking-ending.ts';
import { dispatchJobInput, jobOf } from '../../../domain/dispatch/dispatch-job.ts';
import { accountOf, type DueJob } from '../../../jobs/due-job-store.ts';
import type { Actor } from '../../../lib/actor.ts';
import { Problem } from '../../../lib/problem.ts';
import { inAccountTime } from '../../accounts/account-clock.ts';
import { prepareNothing } from '../../bookings/booking-terms.ts';
import { type BookingChange, changeBooking } from '../../bookings/change-booking.ts';
import type { MoveOnJobData } from '../move-on-job.ts';
import { answerOffer } from './answer-offer.ts';
import { loseCrewOf } from './assign-crew.ts';
import type { DispatchContext } from './dispatch-context.ts';
import { isEngaged } from './engagement-store.ts';
import { moveOnFromStop } from './move-on.ts';

const systemActor = (job: DueJob): Actor => ({
  kind: 'system',
  id: 'dispatch',
  requestId: `dispatch-${job.key}`,
});

/** Accepts an offer for a crew with automatic acceptance. */
export function acceptForCrew(context: DispatchContext, job: DueJob): Promise<void> {
  return ignoringOutdated(context, job, () =>
    answerOffer(context, systemActor(job), { offerId: job.key, answer: 'accept' }),
  );
}

/** Cancels a booking that got no crew by the end of its window. */
export function cancelBookingWithoutCrew(context: DispatchContext, job: DueJob): Promise<void> {
  const change: BookingChange<null> = {
    action: 'booking.cancelled',
    prepare: prepareNothing,
    decide: (booking, _facts, moment) => {
      const isOver = jobOf(dispatchJobInput(booking)).failsAtMs <= moment.nowMs;
      return isOver ? failBooking(booking, { cause: 'no_crew_available' }, moment) : { booking, events: [] };
    },
  };
  return ignoringOutdated(context, job, () =>
    changeBooking(context, systemActor(job), { accountId: accountOf(job), bookingId: job.key }, change),
  );
}

/** Removes a crew that is engaged elsewhere at the time to which the partner moved the booking. */
export function removeRescheduledCrew(context: DispatchContext, job: DueJob): Promise<void> {
  return ignoringOutdated(context, job, async () => {
    if (await isEngaged(context.system, job.key)) return;
    await loseCrewOf(context, systemActor(job), { bookingId: job.key, reason: 'rescheduled' });
  });
}

/** Moves on from a stop that has been done for a while. The crew or an operator may have moved on before. */
export function moveOnFromDoneStop(context: DispatchContext, job: DueJob): Promise<void> {
  const { bookingId, stopId } = job.data as MoveOnJobData;
  const bookingRef = { accountId: accountOf(job), bookingId };
  return ignoringOutdated(context, job, async () => {
    const inAccount = await inAccountTime(context, bookingRef.accountId);
    return moveOnFromStop({ context: inAccount, actor: systemActor(job), bookingRef }, { stopId });
  });
}

async function ignoringOutdated(
  { log }: DispatchContext,
  { kind, key }: DueJob,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Problem) || error.kind === 'unavailable') throw error;
    log.info({ kind, key, reason: error.message }, 'dispatch job skipped: booking or offer has changed');
  }
}
