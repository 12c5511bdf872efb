// A booking that asks for a place, in the terms of the planner: its windows and the durations between its stops.
import type { TransportRequest } from '../../../packages/planner/src/problem.ts';
import { type Journeys, RequestChain } from '../../../packages/planner/src/request-chain.ts';
import type { WindowQuestion } from '../../../packages/planner/src/window-answers.ts';
import type { Waypoint } from '../place/travel.ts';
import type { PlanBooking, PlanInput } from './plan-input.ts';
import { quotedDurations, stopWindows } from './plan-model.ts';
import { robustnessOf } from './plan-problem.ts';

export interface CandidateJob {
  readonly booking: PlanBooking;
  /** Without the window of its first stop. */
  readonly request: TransportRequest;
  readonly window: WindowQuestion;
  readonly between: Journeys;
  readonly first: Waypoint;
  readonly last: Waypoint;
}

export function candidateOf(
  booking: PlanBooking,
  { day, learned }: Pick<PlanInput, 'day' | 'learned'>,
): CandidateJob {
  const { legs, service } = quotedDurations(booking, learned);
  const [opening = {}, ...rest] = stopWindows(booking, day.startMs);
  const [first, last] = [booking.stops[0], booking.stops.at(-1)];
  if (!first || !last) throw new RangeError(`the booking ${booking.id} has no stops`);
  return {
    booking,
    request: {
      id: booking.id,
      stops: booking.stops.map((_, index) => ({ place: 0, service, ...(index > 0 && rest[index - 1]) })),
      exclusive: true,
      skills: [booking.product],
    },
    window: { earliest: opening.earliest ?? -Infinity, latest: opening.latest ?? Infinity },
    // Rounded as in the matrix of a search.
    between: {
      seconds: legs.map(({ seconds }) => Math.fround(seconds)),
      miles: legs.map(({ miles }) => Math.fround(miles)),
    },
    first,
    last,
  };
}

/** The candidate as a job of a route. */
export function chainOf(
  { request: { stops, ...request }, window, between }: CandidateJob,
  input: Pick<PlanInput, 'settings' | 'learned'>,
): RequestChain {
  const [first, ...others] = stops;
  const all = first ? [{ ...first, ...window }, ...others] : [];
  return new RequestChain({ ...request, stops: all }, between, robustnessOf(input));
}
