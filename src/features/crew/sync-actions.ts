// POST /crew/api/sync: applies the actions that a phone queued while offline, in order, each exactly once. A refused
// action does not stop the following ones. On a server error the request fails as a whole, and the phone retries all
// actions.
import type { CrewPrincipal } from '../../http/surfaces/crew-principal.ts';
import type { BookingRef } from '../bookings/booking-ref.ts';
import { applyStep, type Reporter } from './apply-step.ts';
import type { CrewContext } from './crew-context.ts';
import { findEngagedBooking } from './crew-day-store.ts';
import type { ActionResult } from './crew-schemas.ts';
import type { CrewAction } from './parse-action.ts';
import { recordPosition } from './record-position.ts';
import { findResults, type StoredResult } from './synced-action-store.ts';

export async function syncActions(
  context: CrewContext,
  reporter: Reporter,
  actions: readonly CrewAction[],
): Promise<ActionResult[]> {
  const { system } = context;
  const { member } = reporter;
  const storedResults = await findResults(
    system,
    member.memberId,
    actions.map(({ id }) => id),
  );
  const bookingRefs = new Map<string, BookingRef | null>();
  const results: ActionResult[] = [];
  for (const action of actions) {
    const stored = storedResults.get(action.id);
    if (stored) {
      results.push(resultOf(action.id, stored, false));
      continue;
    }
    const bookingRef =
      bookingRefs.get(action.booking_id) ?? (await findBookingRef(context, member, action.booking_id));
    bookingRefs.set(action.booking_id, bookingRef);
    if (action.kind === 'position') results.push(await recordPosition(context, reporter, bookingRef, action));
    else {
      const { isFirst, ...result } = await applyStep(context, reporter, bookingRef, action);
      results.push(resultOf(action.id, result, isFirst));
    }
  }
  return results;
}

async function findBookingRef(
  { system }: CrewContext,
  { crewId }: CrewPrincipal,
  bookingId: string,
): Promise<BookingRef | null> {
  return (crewId && (await findEngagedBooking(system, crewId, bookingId))) || null;
}

function resultOf(id: string, { result, reason }: StoredResult, isFirst: boolean): ActionResult {
  if (result === 'refused') return { id, result, reason };
  return { id, result: isFirst && result === 'applied' ? 'applied' : 'already_applied', reason: null };
}
