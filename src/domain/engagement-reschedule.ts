// What becomes of a crew's time when the booking it is engaged in is changed.
import type { Booking } from './booking.ts';
import type { CrewSlot } from './crew-fit.ts';
import { jobFacts, jobOf } from './dispatch-job.ts';

/** A crew that has set out already is where it is: only the end moves. */
export function hasSetOut({ dispatch }: Pick<Booking, 'dispatch'>): boolean {
  return dispatch !== null && (dispatch.routePosition > 0 || dispatch.state !== 'pending');
}

/** As close to what was planned as the booking now allows. */
export function rescheduledSlot(booking: Booking, held: CrewSlot): CrewSlot {
  const job = jobOf(jobFacts(booking));
  const arrivesMs = hasSetOut(booking)
    ? held.arrivesMs
    : Math.min(Math.max(held.arrivesMs, job.earliestMs), job.latestMs);
  return {
    startsMs: arrivesMs - (held.arrivesMs - held.startsMs),
    arrivesMs,
    endsMs: arrivesMs + job.durationMs,
    from: job.origin,
    to: job.destination,
  };
}
