// Rescheduling of a crew's engagement after a change of its booking.
import type { Booking } from '../booking/booking.ts';
import type { CrewSlot } from './crew-fit.ts';
import { dispatchJobInput, jobOf } from './dispatch-job.ts';

/** After departure, the arrival is fixed and only the end can move. */
export function hasDeparted({ dispatch }: Pick<Booking, 'dispatch'>): boolean {
  return dispatch !== null && (dispatch.routePosition > 0 || dispatch.state !== 'pending');
}

/** As close to the planned slot as the changed booking allows. */
export function rescheduledSlot(booking: Booking, planned: CrewSlot): CrewSlot {
  const job = jobOf(dispatchJobInput(booking));
  const arrivesMs = hasDeparted(booking)
    ? planned.arrivesMs
    : Math.min(Math.max(planned.arrivesMs, job.earliestMs), job.latestMs);
  return {
    startsMs: arrivesMs - (planned.arrivesMs - planned.startsMs),
    arrivesMs,
    endsMs: arrivesMs + job.durationMs,
    from: job.origin,
    to: job.destination,
  };
}
