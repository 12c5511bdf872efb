// The problem that the planner solves: a pickup and delivery problem with time windows (PDPTW), generalised to requests
// of several ordered stops. Times are seconds from an origin of the caller's choice, for example midnight; places are
// rows of the travel matrix.

export interface Problem {
  readonly vehicles: readonly Vehicle[];
  readonly requests: readonly TransportRequest[];
  readonly matrix: TravelMatrix;
  readonly robustness?: Robustness;
  readonly objective?: Objective;
  /** The plan in force. The search starts from it, frozen stops refer to it, and changes against it have a cost. */
  readonly current?: readonly CurrentRoute[];
}

export interface Vehicle {
  readonly id: string;
  /** One number per dimension, for example weight and volume. */
  readonly capacity: readonly number[];
  /** On board at the start, per dimension; zero if not given. */
  readonly load?: readonly number[];
  readonly skills?: readonly string[];
  readonly shift: { readonly start: number; readonly end: number };
  readonly breaks?: readonly Break[];
  /** Place of the start; without it, the route starts at its first stop. */
  readonly start?: number;
  /** Place of the end; without it, the route ends at its last stop. */
  readonly end?: number;
  /** Cost of an hour of driving; 0 if not given. */
  readonly costPerHour?: number;
  /** Cost of a mile; 1 if not given. */
  readonly costPerMile?: number;
  /** Cost of using the vehicle at all; 0 if not given. */
  readonly fixedCost?: number;
  /** Number of stops at the beginning of the current route that must stay as they are: started or done. */
  readonly frozenStops?: number;
}

/** A break that begins in [earliest, latest], taken where the previous stop was. Every used vehicle takes its breaks. */
export interface Break {
  readonly earliest: number;
  readonly latest: number;
  readonly seconds: number;
}

/** Stops that one vehicle serves in this order. */
export interface TransportRequest {
  readonly id: string;
  readonly stops: readonly Stop[];
  /** The vehicle must have all of these. */
  readonly skills?: readonly string[];
  /** true: no stop of another request between the first and the last stop. */
  readonly exclusive?: boolean;
  /** Requests of a higher priority are served before any number of requests of a lower one; 0 if not given. */
  readonly priority?: number;
  /** Id of the only vehicle that may serve the request. */
  readonly lockedTo?: string;
}

export interface Stop {
  readonly place: number;
  /** Service must begin in [earliest, latest]; a vehicle that arrives earlier waits. */
  readonly earliest?: number;
  readonly latest?: number;
  /** Service time in seconds. */
  readonly service?: number;
  /** Change of the load per dimension: positive for a pickup, negative for a delivery. */
  readonly load?: readonly number[];
}

/** Row-major square matrices: the entry of row i, column j is the way from i to j. */
export interface TravelMatrix {
  readonly size: number;
  readonly seconds: ArrayLike<number>;
  readonly miles: ArrayLike<number>;
  /**
   * Travel times of hour k (from 3600 k to 3600 (k + 1)) are multiplied by factor k; the last factor holds afterwards.
   * A journey across hours is driven at the speed of each (Ichoua et al. 2003), so a later departure never arrives
   * earlier.
   */
  readonly hourlyFactors?: readonly number[];
}

/** How much longer than the matrix says journeys and services are planned, so that windows are kept. */
export interface Robustness {
  /** Share of journeys and services that the planned duration covers, for example 0.9; without it, 0.5: the mean. */
  readonly serviceLevel?: number;
  /** Standard deviation of a duration, relative to its mean; 0.12 if not given. */
  readonly variation?: number;
  /** Added to every journey between two places, in seconds. */
  readonly bufferSeconds?: number;
  /**
   * Planned starts of service are at least so long before the end of the stop's window, or at its begin. Unlike longer
   * durations, this does not add up along a route.
   */
  readonly marginSeconds?: number;
}

/** Unserved requests always come first, by priority. */
export interface Objective {
  /** 'first': fewer vehicles before lower cost. 'cost' (the default): vehicles count by their fixed cost only. */
  readonly vehicles?: 'first' | 'cost';
  /** Cost of serving a request with another vehicle than in the current plan; 0 if not given. */
  readonly changeCost?: number;
}

export interface CurrentRoute {
  readonly vehicle: string;
  readonly stops: readonly StopRef[];
}

export interface StopRef {
  /** Id of the request. */
  readonly request: string;
  /** Index in the stops of the request. */
  readonly stop: number;
}

/** The problem is contradictory or incomplete; the message names the field. */
export class InvalidProblem extends Error {
  override readonly name = 'InvalidProblem';
}
