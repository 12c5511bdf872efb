// What rounds and changes of bookings leave to be done, one booking at a time. Whoever comes after a crash finds how things
// stand and does what is still to do; what somebody else did meanwhile is fine.
import { failBooking } from '../../../domain/booking-ending.ts';
import { jobFacts, jobOf } from '../../../domain/dispatch-job.ts';
import { accountOf, type DueJob } from '../../../jobs/due-job-store.ts';
import { Problem } from '../../../lib/problem.ts';
import { nothingToAsk } from '../../bookings/booking-terms.ts';
import { type BookingChange, moveBooking } from '../../bookings/change-booking.ts';
import type { Mover } from '../../bookings/save-booking.ts';
import { answerOffer } from './answer-offer.ts';
import { loseCrewOf } from './assign-crew.ts';
import type { DispatchContext } from './dispatch-context.ts';
import { isEngaged } from './engagement-store.ts';

const automat = (job: DueJob): Mover => ({
  actor: { kind: 'system', id: 'dispatch' },
  requestId: `dispatch-${job.key}`,
});

/** A crew that need not be asked takes what it was offered. */
export function acceptForCrew(context: DispatchContext, job: DueJob): Promise<void> {
  return unlessMovedOn(context, job, () =>
    answerOffer(context, automat(job), { offerId: job.key, answer: 'accept' }),
  );
}

/** Nobody came by the end of the window. */
export function giveUpBooking(context: DispatchContext, job: DueJob): Promise<void> {
  const change: BookingChange<null> = {
    bookingId: job.key,
    action: 'booking.cancelled',
    status: 200,
    prepare: nothingToAsk,
    decide: (booking, _facts, moment) => {
      const isOver = jobOf(jobFacts(booking)).givesUpAtMs <= moment.nowMs;
      return isOver ? failBooking(booking, { cause: 'no_crew_available' }, moment) : { booking, events: [] };
    },
  };
  return unlessMovedOn(context, job, () => moveBooking(context, accountOf(job), change, automat(job)));
}

/** The crew is engaged elsewhere at the time that the partner has chosen since. */
export function letCrewGo(context: DispatchContext, job: DueJob): Promise<void> {
  return unlessMovedOn(context, job, async () => {
    if (await isEngaged(context.system, job.key)) return;
    await loseCrewOf(context, automat(job), { bookingId: job.key, reason: 'rescheduled' });
  });
}

async function unlessMovedOn(
  { log }: DispatchContext,
  { kind, key }: DueJob,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Problem) || error.kind === 'unavailable') throw error;
    log.info({ kind, key, reason: error.message }, 'dispatch was overtaken');
  }
}
