// The complete problem of a plan: the model with its travel times, corrected by what was learned, and with buffers.
import type {
  Problem,
  Robustness,
  TransportRequest,
  Vehicle,
} from '../../../packages/planner/src/problem.ts';
import { plannedDurations } from '../../../packages/planner/src/robust-durations.ts';
import type { Waypoint } from '../place/travel.ts';
import { DEFAULT_VARIATION } from './learned-times.ts';
import type { PlanInput } from './plan-input.ts';
import type { PlanModel } from './plan-model.ts';

/** From each source of the model to each target, row by row. */
export interface Journeys {
  readonly seconds: ArrayLike<number>;
  readonly miles: ArrayLike<number>;
}

/** Cost of serving a booking with another crew than intended: as much as three miles. */
const CHANGE_COST = 3;
const MILES_PER_DEGREE = 69;
const CIRCUITY = 1.3;
const SECONDS_PER_MILE = 120;

export function completeProblem(
  model: PlanModel,
  journeys: Journeys,
  { settings, learned, day }: Pick<PlanInput, 'settings' | 'learned' | 'day'>,
): Problem {
  const robustness = robustnessOf({ settings, learned });
  const matrix = matrixOf(model, journeys);
  const factors = hourlyFactorsOf({ learned, day });
  const secondsBetween = (from: number, to: number) => matrix.seconds[from * matrix.size + to] as number;
  const { vehicles, requests } = withRoomForCommitments(model, secondsBetween, robustness, factors);
  return {
    vehicles,
    requests,
    current: model.current,
    robustness,
    objective: { vehicles: 'cost', changeCost: CHANGE_COST },
    matrix: { ...matrix, ...(factors && { hourlyFactors: factors }) },
  };
}

export function robustnessOf({ settings, learned }: Pick<PlanInput, 'settings' | 'learned'>): Robustness {
  return {
    serviceLevel: settings.serviceLevel,
    variation: learned?.variation ?? DEFAULT_VARIATION,
    bufferSeconds: settings.bufferMinutes * 60,
  };
}

/**
 * Cells that no route can use hold rough distances: the search only compares stops with them. Calculated on a plane, because
 * exact estimates of some hundred thousand pairs would take too long.
 */
function matrixOf({ places, legs, sources, targets }: PlanModel, journeys: Journeys) {
  const size = places.length;
  const seconds = new Float32Array(size * size);
  const miles = new Float32Array(size * size);
  const [x, y] = planeOf(places);
  for (let from = 0; from < size; from += 1)
    for (let to = 0; to < size; to += 1) {
      const distance =
        CIRCUITY *
        Math.hypot((x[to] as number) - (x[from] as number), (y[to] as number) - (y[from] as number));
      miles[from * size + to] = distance;
      seconds[from * size + to] = distance * SECONDS_PER_MILE;
    }
  for (const [row, from] of sources.entries())
    for (const [column, to] of targets.entries()) {
      if (from === to) continue;
      seconds[from * size + to] = journeys.seconds[row * targets.length + column] as number;
      miles[from * size + to] = journeys.miles[row * targets.length + column] as number;
    }
  for (const leg of legs) {
    seconds[leg.from * size + leg.to] = leg.seconds;
    miles[leg.from * size + leg.to] = leg.miles;
  }
  return { size, seconds, miles };
}

/** Coordinates in miles. */
function planeOf(places: readonly Waypoint[]): [Float64Array, Float64Array] {
  const shrink = Math.cos(((places[0]?.latitude ?? 0) * Math.PI) / 180);
  return [
    Float64Array.from(places, ({ longitude }) => longitude * MILES_PER_DEGREE * shrink),
    Float64Array.from(places, ({ latitude }) => latitude * MILES_PER_DEGREE),
  ];
}

/**
 * null: not used. The planner counts hours from the beginning of the day, which a change of the clocks shifts by one.
 */
export function hourlyFactorsOf({ learned, day }: Pick<PlanInput, 'learned' | 'day'>): number[] | null {
  if (learned === null) return null;
  const hours = Math.round((day.endMs - day.startMs) / 3_600_000);
  return Array.from({ length: hours }, (_, hour) => learned.drive[hour % 24] ?? 1);
}

/**
 * Committed jobs must stay possible, although their times were agreed without buffers: each may begin as late as its crew
 * reaches it if it serves nothing but its commitments, and the shift lasts as long as they take.
 */
export function withRoomForCommitments(
  { vehicles, requests, fixed }: Pick<PlanModel, 'vehicles' | 'requests' | 'fixed'>,
  secondsBetween: (from: number, to: number) => number,
  robustness: Robustness,
  hourlyFactors: readonly number[] | null,
): { readonly vehicles: readonly Vehicle[]; readonly requests: readonly TransportRequest[] } {
  if (fixed.length === 0) return { vehicles, requests };
  const { factor, bufferSeconds } = plannedDurations(robustness);
  const slowest = Math.max(1, ...(hourlyFactors ?? []));
  const travel = (from: number, to: number) => (secondsBetween(from, to) * factor + bufferSeconds) * slowest;
  const byId = new Map(requests.map((request) => [request.id, request]));
  const latest = new Map<string, number>();
  const ends = new Map<string, number>();
  for (const { id, shift, start } of vehicles) {
    let [time, place] = [shift.start, start];
    const jobs = fixed.filter(({ vehicle }) => vehicle === id).sort((a, b) => a.arrivesAt - b.arrivesAt);
    for (const { request, arrivesAt } of jobs) {
      for (const [index, stop] of (byId.get(request)?.stops ?? []).entries()) {
        if (place !== undefined) time += travel(place, stop.place);
        if (index === 0) {
          time = Math.max(time, arrivesAt);
          latest.set(request, time);
        }
        time += (stop.service ?? 0) * factor;
        place = stop.place;
      }
      ends.set(id, time);
    }
  }
  return {
    vehicles: vehicles.map((vehicle) => ({
      ...vehicle,
      shift: { ...vehicle.shift, end: Math.max(vehicle.shift.end, ends.get(vehicle.id) ?? 0) },
    })),
    requests: requests.map((request) => {
      const limit = latest.get(request.id);
      if (limit === undefined) return request;
      const [first, ...rest] = request.stops;
      return first ? { ...request, stops: [{ ...first, latest: Math.ceil(limit) }, ...rest] } : request;
    }),
  };
}
