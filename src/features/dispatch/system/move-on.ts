// Moves on from a completed stop without waiting for the crew: for the due job and for operators.
import type { SystemDatabase } from '../../../db/system-database.ts';
import { moveOn } from '../../../domain/booking/booking-progress.ts';
import { MOVED_ON_ACTION } from '../../bookings/save-booking.ts';
import { applyReport, type Report } from '../report-progress.ts';
import { settlementInputs } from '../settlement-inputs.ts';
import { hadCrew } from './engagement-store.ts';

interface MoveOnReport extends Report {
  readonly context: Report['context'] & { readonly system: SystemDatabase };
}

/** The next stop is pending, or the booking is completed and its fare fixed. Returns the booking in the wire format. */
export async function moveOnFromStop(
  report: MoveOnReport,
  { stopId }: { readonly stopId: string },
): Promise<string> {
  const { context, bookingRef } = report;
  // Without a crew of the roster, the partner has advanced the booking: the fare is that of a simulation.
  const isCarriedOut = await hadCrew(context.system, bookingRef.bookingId);
  return applyReport(report, MOVED_ON_ACTION, (booking, moment) =>
    moveOn(booking, { stopId }, isCarriedOut ? {} : settlementInputs(context, booking), moment),
  );
}
