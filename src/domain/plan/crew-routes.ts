// The day of a crew as routes of the planner, one per shift, and the planned jobs that follow from them.
import {
  type ChainJob,
  ChainRoute,
  type Journey,
  type JourneyBetween,
  type ScheduledJob,
} from '../../../packages/planner/src/chain-route.ts';
import { PlannedTravel } from '../../../packages/planner/src/planned-travel.ts';
import type { TransportRequest, Vehicle } from '../../../packages/planner/src/problem.ts';
import { RequestChain } from '../../../packages/planner/src/request-chain.ts';
import { TravelClock } from '../../../packages/planner/src/travel-clock.ts';
import { type Distance, hundredths, type Waypoint } from '../place/travel.ts';
import { lockedJob, type PlanBooking, type PlanInput, type PlannedJob } from './plan-input.ts';
import { crewOfVehicle, type FixedLeg, type PlanModel } from './plan-model.ts';
import { hourlyFactorsOf, robustnessOf, withRoomForCommitments } from './plan-problem.ts';
import { timesOf } from './plan-result.ts';

/** null: not measured. A position that needs the journey is not used. */
export type JourneyLookup = (from: Waypoint, to: Waypoint) => Distance | null;

export type CrewRoute = ChainRoute<Waypoint>;

export interface CrewRoutes {
  readonly routes: readonly CrewRoute[];
  /** Requests of the model that are in no route: their crew does not work then, or lacks what they need. */
  readonly unserved: readonly string[];
}

export function crewRoutes(model: PlanModel, input: PlanInput, journeyOf: JourneyLookup): CrewRoutes {
  const robustness = robustnessOf(input);
  const factors = hourlyFactorsOf(input);
  const travel = new PlannedTravel(robustness, factors && new TravelClock(factors));
  const journeyBetween = rounded(journeyOf);
  const legs = new Map(model.legs.map((leg) => [leg.from, leg]));
  const placeOf = (number: number) => model.places[number] as Waypoint;
  const secondsBetween = (from: number, to: number) => {
    const leg = legs.get(from);
    if (leg?.to === to) return Math.fround(leg.seconds);
    return journeyBetween(placeOf(from), placeOf(to))?.seconds ?? Infinity;
  };
  const { vehicles, requests } = withRoomForCommitments(model, secondsBetween, robustness, factors);
  const open = new Map(requests.map((request) => [request.id, request]));
  const jobOf = (request: TransportRequest): ChainJob<Waypoint> => ({
    id: request.id,
    chain: new RequestChain(request, legsOf(request, legs), robustness),
    first: placeOf(request.stops[0]?.place ?? 0),
    last: placeOf(request.stops.at(-1)?.place ?? 0),
  });
  const routes = vehicles.map((vehicle) => {
    const jobs: ChainJob<Waypoint>[] = [];
    const stops = model.current.find((route) => route.vehicle === vehicle.id)?.stops ?? [];
    for (const { request: id } of stops) {
      const request = open.get(id);
      if (!request || !hasSkills(vehicle, request)) continue;
      open.delete(id);
      jobs.push(jobOf(request));
    }
    const start = vehicle.start === undefined ? null : placeOf(vehicle.start);
    return new ChainRoute({ vehicle, start, travel, journeyBetween }, jobs);
  });
  return { routes, unserved: [...open.keys()] };
}

/** Planned jobs of a route, in their order. `waiting`: bookings that no crew is committed to. */
export function plannedJobsOf(
  route: CrewRoute,
  waiting: ReadonlyMap<string, PlanBooking>,
  input: PlanInput,
): PlannedJob[] {
  return route.jobs.flatMap((job, position) => {
    const booking = waiting.get(job.id);
    return booking ? [plannedJobOf(booking, job, { route, isFirst: position === 0, input })] : [];
  });
}

function plannedJobOf(
  booking: PlanBooking,
  { journey, leavesAt, visits }: ScheduledJob<Waypoint>,
  {
    route,
    isFirst,
    input,
  }: { readonly route: CrewRoute; readonly isFirst: boolean; readonly input: PlanInput },
): PlannedJob {
  const hasOrigin = !isFirst || route.start !== null;
  return {
    bookingId: booking.id,
    crewId: crewOfVehicle(route.vehicle.id),
    ...timesOf(booking, visits, { leavesAt, hasOrigin }, input.day.startMs),
    driveSeconds: journey === null ? 0 : Math.round(journey.seconds),
    miles: journey === null ? 0 : hundredths(journey.miles),
    isLocked: lockedJob(input, booking.id) !== undefined,
  };
}

/** As in the matrix of a search, so that both have the same times. */
function rounded(journeyOf: JourneyLookup): JourneyBetween<Waypoint> {
  return (from, to): Journey | null => {
    const journey = journeyOf(from, to);
    if (journey === null) return null;
    return { seconds: Math.fround(journey.minutes * 60), miles: Math.fround(journey.miles) };
  };
}

function legsOf({ stops }: TransportRequest, legs: ReadonlyMap<number, FixedLeg>) {
  const own = stops.slice(0, -1).map(({ place }) => legs.get(place));
  return {
    seconds: own.map((leg) => Math.fround(leg?.seconds ?? 0)),
    miles: own.map((leg) => Math.fround(leg?.miles ?? 0)),
  };
}

function hasSkills({ skills = [] }: Vehicle, request: TransportRequest): boolean {
  return request.lockedTo !== undefined || (request.skills ?? []).every((skill) => skills.includes(skill));
}
