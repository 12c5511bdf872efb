// Checks a problem before the search starts, so that a mistake of the caller is an error that names the field instead of a
// wrong plan.
import { InvalidProblem, type Problem, type TransportRequest, type Vehicle } from './problem.ts';

export function validateProblem(problem: Problem): void {
  const { vehicles, requests, matrix } = problem;
  requireUnique('vehicles', vehicles);
  requireUnique('requests', requests);
  const cells = matrix.size * matrix.size;
  for (const name of ['seconds', 'miles'] as const) {
    if (matrix[name].length !== cells)
      throw new InvalidProblem(
        `matrix.${name} has ${matrix[name].length} entries; size ${matrix.size} needs ${cells}`,
      );
    const values = matrix[name];
    for (let cell = 0; cell < cells; cell += 1)
      if (!((values[cell] as number) >= 0))
        throw new InvalidProblem(`matrix.${name}[${cell}] must be a number of at least 0`);
  }
  if (matrix.hourlyFactors?.length === 0 || matrix.hourlyFactors?.some((factor) => !(factor > 0)))
    throw new InvalidProblem('matrix.hourlyFactors must contain positive numbers');
  const {
    serviceLevel = 0.5,
    variation = 0,
    bufferSeconds = 0,
    marginSeconds = 0,
  } = problem.robustness ?? {};
  if (!(serviceLevel >= 0.5 && serviceLevel < 1))
    throw new InvalidProblem('robustness.serviceLevel must be at least 0.5 and below 1');
  for (const [name, value] of Object.entries({ variation, bufferSeconds, marginSeconds }))
    if (!(value >= 0)) throw new InvalidProblem(`robustness.${name} must be a number of at least 0`);
  const dimensions = vehicles[0]?.capacity.length ?? 0;
  for (const [index, vehicle] of vehicles.entries())
    validateVehicle(`vehicles[${index}]`, vehicle, dimensions, matrix.size);
  const ids = new Set(vehicles.map(({ id }) => id));
  for (const [index, request] of requests.entries())
    validateRequest(`requests[${index}]`, request, dimensions, matrix.size, ids);
  validateCurrent(problem, ids);
}

function requireUnique(field: string, entries: readonly { readonly id: string }[]): void {
  const seen = new Set<string>();
  for (const { id } of entries) {
    if (seen.has(id)) throw new InvalidProblem(`${field}: the id ${id} occurs twice`);
    seen.add(id);
  }
}

function validateVehicle(field: string, vehicle: Vehicle, dimensions: number, places: number): void {
  if (vehicle.capacity.length !== dimensions || (vehicle.load?.length ?? dimensions) !== dimensions)
    throw new InvalidProblem(
      `${field}: capacity and load must have ${dimensions} dimensions, like vehicles[0]`,
    );
  if (!(vehicle.shift.start <= vehicle.shift.end))
    throw new InvalidProblem(`${field}.shift must not end before it starts`);
  for (const name of ['start', 'end'] as const)
    requirePlace(`${field}.${name}`, vehicle[name] ?? 0, places, vehicle[name] === undefined);
  for (const pause of vehicle.breaks ?? [])
    if (!(pause.earliest <= pause.latest && pause.seconds >= 0))
      throw new InvalidProblem(`${field}.breaks: earliest must not be after latest, seconds not negative`);
}

function requirePlace(field: string, place: number, places: number, isOpen = false): void {
  if (!isOpen && !(Number.isInteger(place) && place >= 0 && place < places))
    throw new InvalidProblem(`${field} must be a row of the matrix: 0 to ${places - 1}`);
}

function validateRequest(
  field: string,
  request: TransportRequest,
  dimensions: number,
  places: number,
  vehicles: ReadonlySet<string>,
): void {
  if (request.stops.length === 0) throw new InvalidProblem(`${field}.stops must have at least one stop`);
  for (const [index, stop] of request.stops.entries()) {
    const name = `${field}.stops[${index}]`;
    requirePlace(`${name}.place`, stop.place, places);
    if ((stop.load?.length ?? dimensions) !== dimensions)
      throw new InvalidProblem(`${name}.load must have ${dimensions} dimensions`);
    if ((stop.service ?? 0) < 0) throw new InvalidProblem(`${name}.service must be at least 0`);
    if ((stop.earliest ?? -Infinity) > (stop.latest ?? Infinity))
      throw new InvalidProblem(`${name}: earliest must not be after latest`);
  }
  if (request.lockedTo !== undefined && !vehicles.has(request.lockedTo))
    throw new InvalidProblem(`${field}.lockedTo: there is no vehicle ${request.lockedTo}`);
}

function validateCurrent({ current = [], vehicles, requests }: Problem, ids: ReadonlySet<string>): void {
  const byId = new Map(requests.map((request) => [request.id, request]));
  const vehicleOf = new Map<string, string>();
  const nextStop = new Map<string, number>();
  for (const route of current) {
    if (!ids.has(route.vehicle)) throw new InvalidProblem(`current: there is no vehicle ${route.vehicle}`);
    for (const { request, stop } of route.stops) {
      if (!byId.has(request)) throw new InvalidProblem(`current: there is no request ${request}`);
      if (
        stop !== (nextStop.get(request) ?? 0) ||
        (vehicleOf.get(request) ?? route.vehicle) !== route.vehicle
      )
        throw new InvalidProblem(`current: the stops of ${request} must be in order, on one vehicle`);
      nextStop.set(request, stop + 1);
      vehicleOf.set(request, route.vehicle);
    }
  }
  for (const [id, count] of nextStop)
    if (count !== byId.get(id)?.stops.length)
      throw new InvalidProblem(`current: the stops of ${id} are incomplete`);
  for (const { id, frozenStops = 0 } of vehicles) {
    const planned = current.find(({ vehicle }) => vehicle === id)?.stops.length ?? 0;
    if (frozenStops > planned)
      throw new InvalidProblem(
        `vehicle ${id}: frozenStops is ${frozenStops}, but its current route has ${planned} stops`,
      );
  }
}
