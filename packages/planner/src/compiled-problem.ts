// The problem as flat typed arrays, for the search. Nodes are numbered: stops of all requests, then a start and an end per
// vehicle, then breaks. Place `places` is virtual, with travel time and cost 0: open starts and ends are there.
import type { Problem, TransportRequest, TravelMatrix, Vehicle } from './problem.ts';
import { plannedDurations, plannedLatest } from './robust-durations.ts';
import { TravelClock } from './travel-clock.ts';

export interface CompiledProblem {
  readonly problem: Problem;
  readonly requestCount: number;
  readonly vehicleCount: number;
  readonly dimensions: number;
  readonly nodeCount: number;
  readonly stopCount: number;
  /** Nodes from here on are starts (+ vehicle), ends and breaks. */
  readonly firstStart: number;
  readonly firstEnd: number;
  readonly firstBreak: number;
  /** Breaks of vehicle v: firstBreakOf[v] to firstBreakOf[v + 1] - 1. */
  readonly firstBreakOf: Int32Array;
  readonly columns: number;
  /** Planned travel times, `columns` per row. */
  readonly travel: Float64Array;
  /** Transposed: row i holds the journeys to i. Trying a stop at many positions then reads two rows, which stay in the cache. */
  readonly travelTo: Float64Array;
  /** null without hourly factors. */
  readonly clock: TravelClock | null;
  /** Cost of travel per vehicle; equal tariffs share one matrix. */
  readonly costs: readonly Float64Array[];
  readonly costsTo: readonly Float64Array[];
  readonly fixedCost: Float64Array;
  readonly capacity: Float64Array;
  readonly initialLoad: Float64Array;
  /** Vehicles of one class are interchangeable while empty. */
  readonly classOf: Int32Array;
  readonly place: Int32Array;
  readonly earliest: Float64Array;
  readonly latest: Float64Array;
  readonly service: Float64Array;
  /** Change of the load: `dimensions` per node. */
  readonly load: Float64Array;
  /** Request of a stop; -1 for other nodes. */
  readonly requestOf: Int32Array;
  /** Stops of request r: firstStop[r] to firstStop[r + 1] - 1. */
  readonly firstStop: Int32Array;
  readonly maxStops: number;
  readonly exclusive: Uint8Array;
  /** 1 for stops of exclusive requests. */
  readonly exclusiveStop: Uint8Array;
  /** 1 if the load of the request does not return to zero: `netLoad` stays on board until the end. */
  readonly hasNetLoad: Uint8Array;
  /** `dimensions` per request. */
  readonly netLoad: Float64Array;
  /** Unserved penalty: lexicographic by priority. */
  readonly penalty: Float64Array;
  /** 1 where vehicle v may serve request r by skills, capacity and lock: r * vehicleCount + v. */
  readonly compatible: Uint8Array;
  /** Vehicle of the current plan; -1 without. */
  readonly currentVehicle: Int32Array;
  readonly changeCost: number;
}

export function compileProblem(problem: Problem): CompiledProblem {
  const { vehicles, requests, matrix } = problem;
  const dimensions = vehicles[0]?.capacity.length ?? 0;
  const stopCount = requests.reduce((sum, { stops }) => sum + stops.length, 0);
  const breakCount = vehicles.reduce((sum, { breaks = [] }) => sum + breaks.length, 0);
  const firstEnd = stopCount + vehicles.length;
  const firstBreak = firstEnd + vehicles.length;
  const nodeCount = firstBreak + breakCount;
  const columns = matrix.size + 1;
  const currentVehicle = currentVehicles(problem);
  const travel = plannedTravel(problem);
  const costs = travelCosts(problem);
  const transposedCosts = new Map([...new Set(costs)].map((each) => [each, transposed(each, columns)]));
  const compiled: CompiledProblem = {
    problem,
    requestCount: requests.length,
    vehicleCount: vehicles.length,
    dimensions,
    nodeCount,
    stopCount,
    firstStart: stopCount,
    firstEnd,
    firstBreak,
    firstBreakOf: new Int32Array(vehicles.length + 1),
    columns,
    travel,
    travelTo: transposed(travel, columns),
    clock: matrix.hourlyFactors ? new TravelClock(matrix.hourlyFactors) : null,
    costs,
    costsTo: costs.map((each) => transposedCosts.get(each) as Float64Array),
    fixedCost: Float64Array.from(vehicles, ({ fixedCost = 0 }) => fixedCost),
    capacity: Float64Array.from(vehicles.flatMap(({ capacity }) => capacity)),
    initialLoad: Float64Array.from(vehicles.flatMap(({ load, capacity }) => load ?? capacity.map(() => 0))),
    classOf: vehicleClasses(problem),
    place: new Int32Array(nodeCount).fill(matrix.size),
    earliest: new Float64Array(nodeCount).fill(-Infinity),
    latest: new Float64Array(nodeCount).fill(Infinity),
    service: new Float64Array(nodeCount),
    load: new Float64Array(nodeCount * dimensions),
    requestOf: new Int32Array(nodeCount).fill(-1),
    firstStop: new Int32Array(requests.length + 1),
    maxStops: Math.max(1, ...requests.map(({ stops }) => stops.length)),
    exclusive: Uint8Array.from(requests, ({ exclusive }) => (exclusive ? 1 : 0)),
    exclusiveStop: new Uint8Array(nodeCount),
    hasNetLoad: new Uint8Array(requests.length),
    netLoad: new Float64Array(requests.length * dimensions),
    penalty: lexicographicPenalties(requests),
    compatible: compatibility(problem),
    currentVehicle,
    changeCost: problem.objective?.changeCost ?? 0,
  };
  fillStops(compiled);
  fillVehicles(compiled);
  return compiled;
}

function fillStops(compiled: CompiledProblem): void {
  const { factor } = plannedDurations(compiled.problem.robustness);
  let node = 0;
  for (const [request, { stops }] of compiled.problem.requests.entries()) {
    compiled.firstStop[request] = node;
    for (const stop of stops) {
      compiled.place[node] = stop.place;
      compiled.earliest[node] = stop.earliest ?? -Infinity;
      compiled.latest[node] = plannedLatest(stop, compiled.problem.robustness);
      compiled.service[node] = (stop.service ?? 0) * factor;
      compiled.load.set(stop.load ?? [], node * compiled.dimensions);
      compiled.requestOf[node] = request;
      compiled.exclusiveStop[node] = compiled.exclusive[request] as number;
      for (const [dimension, change] of (stop.load ?? []).entries()) {
        const entry = request * compiled.dimensions + dimension;
        compiled.netLoad[entry] = (compiled.netLoad[entry] as number) + change;
      }
      node += 1;
    }
    const net = compiled.netLoad.subarray(request * compiled.dimensions, (request + 1) * compiled.dimensions);
    compiled.hasNetLoad[request] = net.some((change) => change !== 0) ? 1 : 0;
  }
  compiled.firstStop[compiled.requestCount] = node;
}

function fillVehicles(compiled: CompiledProblem): void {
  let pause = compiled.firstBreak;
  for (const [vehicle, { shift, start, end, breaks = [] }] of compiled.problem.vehicles.entries()) {
    const [first, last] = [compiled.firstStart + vehicle, compiled.firstEnd + vehicle];
    if (start !== undefined) compiled.place[first] = start;
    if (end !== undefined) compiled.place[last] = end;
    compiled.earliest[first] = shift.start;
    compiled.latest[last] = shift.end;
    compiled.firstBreakOf[vehicle] = pause;
    for (const each of [...breaks].sort((a, b) => a.earliest - b.earliest)) {
      compiled.earliest[pause] = each.earliest;
      compiled.latest[pause] = each.latest;
      compiled.service[pause] = each.seconds;
      pause += 1;
    }
  }
  compiled.firstBreakOf[compiled.vehicleCount] = pause;
}

function plannedTravel({ matrix, robustness }: Problem): Float64Array {
  const { factor, bufferSeconds } = plannedDurations(robustness);
  const travel = weightedSum(matrix, factor, 0, bufferSeconds);
  // Staying at a place is no journey.
  for (let place = 0; place < matrix.size; place += 1)
    travel[place * (matrix.size + 2)] = matrix.seconds[place * (matrix.size + 1)] as number;
  return travel;
}

/** perSecond × seconds + perMile × miles + constant, with a row and a column of zeros for the virtual place. */
function weightedSum(
  { size, seconds, miles }: TravelMatrix,
  perSecond: number,
  perMile: number,
  constant: number,
): Float64Array {
  const result = new Float64Array((size + 1) * (size + 1));
  for (let row = 0; row < size; row += 1) {
    const from = row * size;
    const to = row * (size + 1);
    for (let column = 0; column < size; column += 1)
      result[to + column] =
        (seconds[from + column] as number) * perSecond +
        (miles[from + column] as number) * perMile +
        constant;
  }
  return result;
}

const TILE = 32;

/** The same array if the matrix is symmetric. Works on tiles that fit into the processor's cache. */
function transposed(matrix: Float64Array, columns: number): Float64Array {
  if (isSymmetric(matrix, columns)) return matrix;
  const result = new Float64Array(matrix.length);
  for (let top = 0; top < columns; top += TILE)
    for (let left = 0; left < columns; left += TILE) {
      const bottom = Math.min(columns, top + TILE);
      const right = Math.min(columns, left + TILE);
      for (let row = top; row < bottom; row += 1)
        for (let column = left; column < right; column += 1)
          result[column * columns + row] = matrix[row * columns + column] as number;
    }
  return result;
}

function isSymmetric(matrix: Float64Array, columns: number): boolean {
  for (let row = 0; row < columns; row += 1)
    for (let column = 0; column < row; column += 1)
      if (matrix[row * columns + column] !== matrix[column * columns + row]) return false;
  return true;
}

function travelCosts({ vehicles, matrix }: Problem): Float64Array[] {
  const byTariff = new Map<string, Float64Array>();
  return vehicles.map(({ costPerHour = 0, costPerMile = 1 }) => {
    const tariff = `${costPerHour}|${costPerMile}`;
    const costs = byTariff.get(tariff) ?? weightedSum(matrix, costPerHour / 3600, costPerMile, 0);
    byTariff.set(tariff, costs);
    return costs;
  });
}

/** With a current plan or a lock, every vehicle is a class of its own: vehicles then differ per request. */
function vehicleClasses({ vehicles, requests, current = [] }: Problem): Int32Array {
  const differ = current.length > 0 || requests.some(({ lockedTo }) => lockedTo !== undefined);
  const classes = new Map<string, number>();
  return Int32Array.from(vehicles, (vehicle, index) => {
    const { id, ...rest } = vehicle;
    const key = differ ? id : JSON.stringify(rest);
    if (!classes.has(key)) classes.set(key, index);
    return classes.get(key) ?? index;
  });
}

/** One unserved request of a priority weighs more than all requests of lower priorities together. */
function lexicographicPenalties(requests: readonly TransportRequest[]): Float64Array {
  const priorities = requests.map(({ priority = 0 }) => priority);
  const weights = new Map<number, number>();
  let weight = 1;
  for (const each of [...new Set(priorities)].sort((a, b) => a - b)) {
    weights.set(each, weight);
    weight *= 1 + priorities.filter((priority) => priority === each).length;
  }
  return Float64Array.from(priorities, (priority) => weights.get(priority) ?? 1);
}

function compatibility({ vehicles, requests }: Problem): Uint8Array {
  const result = new Uint8Array(requests.length * vehicles.length);
  for (const [r, request] of requests.entries())
    for (const [v, vehicle] of vehicles.entries())
      result[r * vehicles.length + v] = incompatibility(request, vehicle) === null ? 1 : 0;
  return result;
}

/** Why the vehicle can never serve the request; null if it might. */
export function incompatibility(
  request: TransportRequest,
  vehicle: Vehicle,
): 'locked' | 'skills' | 'capacity' | null {
  if (request.lockedTo !== undefined && request.lockedTo !== vehicle.id) return 'locked';
  return lacking(request, vehicle);
}

/** What vehicles with these skills and this capacity lack for the request. */
export function lacking(request: TransportRequest, vehicle: Vehicle): 'skills' | 'capacity' | null {
  if (request.skills?.some((skill) => !vehicle.skills?.includes(skill))) return 'skills';
  for (const [dimension, capacity] of vehicle.capacity.entries()) {
    let onBoard = 0;
    for (const { load } of request.stops) {
      onBoard += load?.[dimension] ?? 0;
      if (onBoard > capacity) return 'capacity';
    }
  }
  return null;
}

function currentVehicles({ vehicles, requests, current = [] }: Problem): Int32Array {
  const indexOf = new Map(vehicles.map(({ id }, index) => [id, index]));
  const vehicleOf = new Map<string, number>();
  for (const { vehicle, stops } of current)
    for (const { request } of stops) vehicleOf.set(request, indexOf.get(vehicle) ?? -1);
  return Int32Array.from(requests, ({ id }) => vehicleOf.get(id) ?? -1);
}
