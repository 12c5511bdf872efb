// Why a crew has a booking, could serve it or could not, compared with the day as it is. The booking is tried among the crew's
// other jobs, as an insertion would.
import { windowSpan } from '../dispatch/dispatch-job.ts';
import type { CandidateJob } from './candidate-job.ts';
import { type CrewExplanation, misfitOf, roundedCost, unreachableReason } from './crew-explanation.ts';
import type { CrewInputs } from './crew-input.ts';
import type { JourneyLookup } from './crew-routes.ts';
import { LiveCrew } from './live-crew.ts';
import type { PlanBooking, PlanCrew, PlanInput } from './plan-input.ts';
import type { UnservedReason } from './plan-model.ts';

/** The crew that is committed to the booking or planned for it. */
export function holderOf({ crews, planned }: PlanInput, bookingId: string): string | null {
  const committed = crews.find(({ commitments }) => commitments.some((each) => each.bookingId === bookingId));
  return committed?.id ?? planned.find((job) => job.bookingId === bookingId)?.crewId ?? null;
}

export function explainCrew(
  input: PlanInput,
  crew: PlanCrew,
  candidate: CandidateJob,
  {
    holder,
    inputs,
    journeyOf,
  }: { readonly holder: string | null; readonly inputs: CrewInputs; readonly journeyOf: JourneyLookup },
): CrewExplanation {
  const { booking } = candidate;
  const known = { crewId: crew.id, crewName: crew.name, extraCost: null };
  const misfit = misfitOf(booking, crew);
  const isHolder = crew.id === holder;
  if (misfit !== null) return { ...known, reason: isHolder ? 'assigned' : misfit };
  const live = LiveCrew.build(inputs.of(crew), crew, journeyOf);
  const place = (isHolder ? live.without(booking.id) : live).findPlace(candidate);
  if (isHolder) return { ...known, reason: 'assigned', extraCost: roundedCost(place?.cost) };
  if (place) {
    const isLocked = input.planned.some((job) => job.bookingId === booking.id && job.isLocked);
    return isLocked
      ? { ...known, reason: 'locked' }
      : { ...known, reason: 'feasible', extraCost: roundedCost(place.cost) };
  }
  const isReachable = live.withoutJobs().findPlace(candidate) !== null;
  return { ...known, reason: isReachable ? 'full' : unreachableReason(booking, crew, input.nowMs) };
}

/** Why no crew has the booking; null if one could serve it. */
export function unservedReason(
  { nowMs }: PlanInput,
  booking: PlanBooking,
  entries: readonly CrewExplanation[],
): UnservedReason | null {
  if (windowSpan(booking).closesMs < nowMs) return 'window_passed';
  const reasons = new Set(entries.map(({ reason }) => reason));
  if (reasons.has('feasible')) return null;
  if (reasons.has('full')) return 'crews_full';
  const fits = reasons.has('shift') || reasons.has('travel_time') || reasons.has('buffer');
  return fits ? 'window_unreachable' : 'no_suitable_crew';
}
