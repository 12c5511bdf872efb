// POST /crew/api/sync: applies the actions that a phone queued while offline, in order, each exactly once. A refused
// action does not stop the following ones. On a server error the request fails as a whole, and the phone retries all
// actions.
import { acceptsPositions, CLOCK_SKEW_MS } from '../../domain/dispatch/crew-step-check.ts';
import { hasDeparted } from '../../domain/dispatch/engagement-reschedule.ts';
import { Problem } from '../../lib/problem.ts';
import type { BookingRef } from '../bookings/booking-ref.ts';
import { estimateEta } from '../dispatch/estimate-eta.ts';
import { type Precondition, reportPosition } from '../dispatch/report-progress.ts';
import { savePosition } from '../dispatch/system/crew-store.ts';
import { applyStep, type Reporter } from './apply-step.ts';
import type { CrewContext } from './crew-context.ts';
import { findEngagedBooking } from './crew-day-store.ts';
import type { ActionResult } from './crew-schemas.ts';
import type { CrewAction } from './parse-action.ts';
import { findResults, type StoredResult } from './synced-action-store.ts';
import { writeCrewNote } from './write-crew-note.ts';

export async function syncActions(
  context: CrewContext,
  reporter: Reporter,
  actions: readonly CrewAction[],
): Promise<ActionResult[]> {
  const { system } = context;
  const { memberId, crewId } = reporter.member;
  const actionIds = actions.map(({ id }) => id);
  const storedResults = await findResults(system, memberId, actionIds);
  const findBookingRef = async (bookingId: string) =>
    (crewId && (await findEngagedBooking(system, crewId, bookingId))) || null;
  const bookingRefs = new Map<string, BookingRef | null>();
  const results: ActionResult[] = [];
  for (const action of actions) {
    const stored = storedResults.get(action.id);
    if (stored) {
      results.push(resultOf(action.id, stored, false));
      continue;
    }
    const bookingRef = bookingRefs.get(action.booking_id) ?? (await findBookingRef(action.booking_id));
    bookingRefs.set(action.booking_id, bookingRef);
    if (action.kind === 'position') results.push(await recordPosition(context, reporter, bookingRef, action));
    else {
      const { isFirst, ...result } =
        action.kind === 'note' || action.kind === 'problem'
          ? await writeCrewNote(context, reporter, bookingRef, action)
          : await applyStep(context, reporter, bookingRef, action);
      results.push(resultOf(action.id, result, isFirst));
    }
  }
  return results;
}

function resultOf(id: string, { result, reason }: StoredResult, isFirst: boolean): ActionResult {
  if (result === 'refused') return { id, result, reason };
  return { id, result: isFirst && result === 'applied' ? 'applied' : 'already_applied', reason: null };
}

type PositionReport = Extract<CrewAction, { readonly kind: 'position' }>;

/** Older positions say nothing about where the crew is now. */
const MAX_AGE_MS = 5 * 60_000;

/**
 * Records a position: on the booking under way, and on the crew for planning. Only the latest position is stored. Old
 * positions and positions for bookings that have ended are refused.
 */
async function recordPosition(
  context: CrewContext,
  { member: { crewId }, actor }: Reporter,
  bookingRef: BookingRef | null,
  report: PositionReport,
): Promise<ActionResult> {
  const { id, at } = report;
  const refused = (reason: ActionResult['reason']): ActionResult => ({ id, result: 'refused', reason });
  const nowMs = context.clock.now().getTime();
  if (!bookingRef || crewId === null) return refused('not_yours');
  if (Date.parse(at) > nowMs + CLOCK_SKEW_MS) return refused('in_future');
  if (Date.parse(at) < nowMs - MAX_AGE_MS) return refused('too_early');
  const [longitude, latitude] = report.location;
  const location = { longitude, latitude };
  let isNotDeparted = false;
  const seenAt = new Date(Math.min(Date.parse(at), nowMs));
  try {
    const eta = await estimateEta(context, bookingRef, { location, seenAt });
    const precondition: Precondition = (booking) => {
      if (acceptsPositions(booking, crewId)) return;
      // The departure may not have been reported yet; the phone may retry.
      isNotDeparted = booking.state === 'dispatched' && booking.crew?.id === crewId && !hasDeparted(booking);
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
