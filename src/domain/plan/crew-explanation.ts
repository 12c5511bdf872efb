// Why a booking is with its crew, or with none: one reason per crew of the day, and a summary in words.
import { type CrewCandidate, matchCrew, staticMisfits } from '../dispatch/crew-fit.ts';
import { jobOf } from '../dispatch/dispatch-job.ts';
import type { PlanBooking, PlanCrew } from './plan-input.ts';
import { dispatchInputOf, mayServe, type UnservedReason } from './plan-model.ts';

export const CREW_REASONS = [
  'assigned',
  'feasible',
  'full',
  'shift',
  'travel_time',
  'buffer',
  'locked',
  'declined',
  'vehicle',
  'members',
  'area',
  'unsuitable',
] as const;
export type CrewReason = (typeof CREW_REASONS)[number];

export interface CrewExplanation {
  readonly crewId: string;
  readonly crewName: string;
  readonly reason: CrewReason;
  /** Of the best insertion, in the unit of the search: miles and driving time; null unless feasible. */
  readonly extraCost: number | null;
}

export const EXPLANATION_BASES = ['search', 'day'] as const;

export interface Explanation {
  /** What the crews were compared with: the result of a search, or the day as it is now. */
  readonly basis: (typeof EXPLANATION_BASES)[number];
  readonly bookingId: string;
  readonly hid: string;
  readonly crewId: string | null;
  readonly summary: string;
  /** The crew that has it first, then feasible ones by cost, then the others. */
  readonly crews: readonly CrewExplanation[];
}

/** Why the crew can never serve the booking, whatever else it has to do. */
export function misfitOf(booking: PlanBooking, crew: PlanCrew): CrewReason | null {
  if (!mayServe(crew, booking)) return 'declined';
  const [misfit] = staticMisfits(booking, crew);
  return misfit === 'vehicle' || misfit === 'members' || misfit === 'area' ? misfit : null;
}

/** Why a crew that fits could not arrive in time even without its other jobs. */
export function unreachableReason(booking: PlanBooking, crew: PlanCrew, nowMs: number): CrewReason {
  const free: CrewCandidate = { ...crew, commitments: [] };
  const fit = matchCrew(jobOf(dispatchInputOf(booking)), free, nowMs);
  if (fit.fits) return 'buffer';
  return fit.reasons.includes('shift') ? 'shift' : 'travel_time';
}

/** The crew that has it first, then feasible ones by cost, then the others. */
export function compareExplanations(a: CrewExplanation, b: CrewExplanation): number {
  const rankOf = ({ reason }: CrewExplanation) => CREW_REASONS.indexOf(reason);
  return (
    rankOf(a) - rankOf(b) || (a.extraCost ?? 0) - (b.extraCost ?? 0) || (a.crewName < b.crewName ? -1 : 1)
  );
}

export function roundedCost(cost: number | null | undefined): number | null {
  return cost === null || cost === undefined ? null : Math.round(cost * 100) / 100;
}

const REASON_WORDS: Readonly<Record<CrewReason, string>> = {
  assigned: 'has it',
  feasible: 'could serve it',
  full: 'has no time left between its other jobs',
  shift: 'does not work then, or would end after its shift',
  travel_time: 'cannot arrive before the window closes',
  buffer: 'could only serve it without a buffer',
  locked: 'must not serve it, because a lock keeps the booking with another crew',
  declined: 'has declined it, did not answer, or was removed from it',
  vehicle: 'has another vehicle than the product needs',
  members: 'has too few members for the product',
  area: 'works in other areas',
  unsuitable: 'does not fit',
};

const UNSERVED_WORDS: Readonly<Record<UnservedReason, string>> = {
  window_passed: 'Its window has closed.',
  no_suitable_crew: 'No crew that works on this day has the vehicle and members that the product needs.',
  locked_crew_unfit: 'It is locked to a crew that no longer fits.',
  window_unreachable: 'No crew can arrive within its window.',
  crews_full: 'All crews that fit are full.',
};

/** `entries` in their order; `unserved`: why no crew serves it, if that is known. */
export function summaryOf(entries: readonly CrewExplanation[], unserved: UnservedReason | null): string {
  const [first, ...rest] = entries;
  const others = rest.filter(({ reason }) => reason === 'feasible');
  if (first?.reason === 'assigned') {
    const [next] = others;
    const comparison = next
      ? `${others.length} other ${others.length === 1 ? 'crew' : 'crews'} could serve it; the nearest is ${next.crewName}.`
      : 'No other crew could serve it.';
    return `${first.crewName} serves it. ${comparison}`;
  }
  const nearest = first ? ` The nearest crew, ${first.crewName}, ${REASON_WORDS[first.reason]}.` : '';
  return `${unserved === null ? 'It is not served.' : UNSERVED_WORDS[unserved]}${nearest}`;
}
