// A synthetic day of an area: 40 crews with three classes of vehicles in a city of 20 × 20 miles, and exclusive jobs of two
// to four stops with arrival windows of an hour. Also today's rule of dispatch, as the plan to compare with.

import type { Problem, TransportRequest, Vehicle } from '../../packages/planner/src/problem.ts';
import type { DrivenRoute } from '../../packages/planner/src/simulate.ts';

const HOUR = 3600;
const MILES = 20;
const CREWS = 40;
const SHIFT = { start: 8 * HOUR, end: 18 * HOUR };
/** Windows begin at 8:00 to 15:00: a later job of four stops could not end within a shift. */
const WINDOWS = 8;
/** Roads are longer than straight lines. */
const DETOUR = 1.25;
const MILES_PER_HOUR = 25;
/** Shares of the vehicle classes in the fleet and in demand: van, small truck, large truck. */
const FLEET_SHARES = [0.4, 0.35, 0.25];
const DEMAND_SHARES = [0.5, 0.3, 0.2];

/** Linear congruential generator: the same seed gives the same day. */
function randomNumbers(seed: number): () => number {
  let state = (seed * 7919 + 12_345) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function chosenClass(share: number, shares: readonly number[]): number {
  let sum = 0;
  return shares.findIndex((each) => {
    sum += each;
    return share < sum;
  });
}

/** Addresses repeat from here on: the matrix of a large fleet would not fit into memory otherwise. */
const MAX_PLACES = 1000;

/** Jobs of a larger day start with those of a smaller one with the same seed. */
export function syntheticDay(seed: number, jobs: number, crews = CREWS): Problem {
  const random = randomNumbers(seed);
  const points: { x: number; y: number }[] = [];
  const addPlace = () =>
    points.length < MAX_PLACES
      ? points.push({ x: random() * MILES, y: random() * MILES }) - 1
      : Math.floor(random() * MAX_PLACES);
  const vehicles = Array.from({ length: crews }, (_, crew): Vehicle => {
    const size = 1 + chosenClass((crew + 0.5) / crews, FLEET_SHARES);
    return { id: `crew-${crew}`, capacity: [size], shift: SHIFT, start: addPlace() };
  });
  const requests = Array.from({ length: jobs }, (_, job): TransportRequest => {
    const size = 1 + chosenClass(random(), DEMAND_SHARES);
    const opens = (8 + Math.floor(random() * WINDOWS)) * HOUR;
    const count = 2 + Math.floor(random() * 3);
    return {
      id: `job-${job}`,
      exclusive: true,
      stops: Array.from({ length: count }, (_, stop) => ({
        place: addPlace(),
        service: 600 + Math.floor(random() * 900),
        load: [stop === 0 ? size : stop === count - 1 ? -size : 0],
        ...(stop === 0 && { earliest: opens, latest: opens + HOUR }),
      })),
    };
  });
  const miles = new Float64Array(points.length * points.length);
  for (const [row, a] of points.entries())
    for (const [column, b] of points.entries())
      miles[row * points.length + column] = Math.hypot(a.x - b.x, a.y - b.y) * DETOUR;
  const seconds = miles.map((each) => (each / MILES_PER_HOUR) * HOUR);
  return { vehicles, requests, matrix: { size: points.length, seconds, miles } };
}

/** Today's rule: the most urgent job first, to the crew that can be there soonest. */
export function greedyDay({ vehicles, requests, matrix }: Problem): DrivenRoute[] {
  const crews = vehicles.map((vehicle) => ({
    vehicle,
    freeAt: vehicle.shift.start,
    at: vehicle.start ?? 0,
    stops: [] as { request: string; stop: number }[],
  }));
  const travel = (from: number, to: number) => Number(matrix.seconds[from * matrix.size + to]);
  const urgentFirst = [...requests].sort((a, b) => (a.stops[0]?.latest ?? 0) - (b.stops[0]?.latest ?? 0));
  for (const { id, stops } of urgentFirst) {
    const [first] = stops;
    if (!first) continue;
    const candidates = crews
      .filter(({ vehicle }) => (vehicle.capacity[0] ?? 0) >= (first.load?.[0] ?? 0))
      .map((crew) => ({ crew, arrival: crew.freeAt + travel(crew.at, first.place) }))
      .filter(({ arrival }) => arrival <= (first.latest ?? Infinity))
      .sort((a, b) => a.arrival - b.arrival);
    for (const { crew, arrival } of candidates) {
      let time = Math.max(arrival, first.earliest ?? 0);
      for (const [index, { place, service = 0 }] of stops.entries())
        time += service + (index > 0 ? travel(stops[index - 1]?.place ?? 0, place) : 0);
      if (time > crew.vehicle.shift.end) continue;
      crew.freeAt = time;
      crew.at = stops.at(-1)?.place ?? 0;
      crew.stops.push(...stops.map((_, stop) => ({ request: id, stop })));
      break;
    }
  }
  return crews
    .filter(({ stops }) => stops.length > 0)
    .map(({ vehicle, stops }) => ({ vehicle: vehicle.id, stops, breaks: [] }));
}

/** Miles to and between jobs: those within jobs are the same in every plan. */
export function approachMiles(
  { vehicles, requests, matrix }: Problem,
  routes: readonly DrivenRoute[],
): number {
  const placeOf = new Map(requests.map(({ id, stops }) => [id, stops.map(({ place }) => place)]));
  let miles = 0;
  for (const { vehicle, stops } of routes) {
    let at = vehicles.find(({ id }) => id === vehicle)?.start ?? 0;
    for (const { request, stop } of stops) {
      const place = placeOf.get(request)?.[stop] ?? 0;
      if (stop === 0) miles += Number(matrix.miles[at * matrix.size + place]);
      at = place;
    }
  }
  return miles;
}
