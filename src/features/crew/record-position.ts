// Records a position reported by a crew's phone: on the booking under way, and on the crew for planning. Only the
// latest position is stored. Old positions and positions for bookings that have ended are refused.
import { acceptsPositions, CLOCK_SKEW_MS } from '../../domain/dispatch/crew-step-check.ts';
import { Problem } from '../../lib/problem.ts';
import type { BookingRef } from '../bookings/booking-ref.ts';
import { type Precondition, reportPosition } from '../dispatch/report-progress.ts';
import { savePosition } from '../dispatch/system/crew-store.ts';
import type { Reporter } from './apply-step.ts';
import type { CrewContext } from './crew-context.ts';
import type { ActionResult } from './crew-schemas.ts';
import { estimateEta } from './estimate-eta.ts';
import type { CrewAction } from './parse-action.ts';

export type PositionReport = Extract<CrewAction, { readonly kind: 'position' }>;

/** Older positions say nothing about where the crew is now. */
const MAX_AGE_MS = 5 * 60_000;

export async function recordPosition(
  context: CrewContext,
  { member: { crewId }, actor }: Reporter,
  bookingRef: BookingRef | null,
  report: PositionReport,
): Promise<ActionResult> {
  const { id, at, location: point } = report;
  const refused = (reason: ActionResult['reason']): ActionResult => ({ id, result: 'refused', reason });
  const nowMs = context.clock.now().getTime();
  if (!bookingRef || crewId === null) return refused('not_yours');
  if (Date.parse(at) > nowMs + CLOCK_SKEW_MS) return refused('in_future');
  if (Date.parse(at) < nowMs - MAX_AGE_MS) return refused('too_early');
  const [longitude, latitude] = point;
  const location = { longitude, latitude };
  let isNotDeparted = false;
  const seenAt = new Date(Math.min(Date.parse(at), nowMs));
  try {
    const eta = await estimateEta(context, bookingRef, { at }, point);
    const precondition: Precondition = (booking) => {
      if (acceptsPositions(booking, crewId)) return;
      // The departure may not have been reported yet; the phone may retry.
      isNotDeparted = booking.state === 'dispatched' && booking.crew?.id === crewId;
      throw Problem.of('crew_unavailable', 'The crew is not under way for this booking.');
    };
    await reportPosition({ context, actor, bookingRef, precondition }, { location, eta, seenAt });
  } catch (error) {
    if (!(error instanceof Problem) || error.kind === 'unavailable') throw error;
    return refused(isNotDeparted ? 'wrong_step' : 'over');
  }
  await savePosition(context.system, crewId, location, seenAt);
  return { id, result: 'applied', reason: null };
}
