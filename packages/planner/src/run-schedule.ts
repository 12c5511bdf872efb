// How a run is divided: vehicles are emptied, then come rounds, then the last annealing. All times are progress, which grows
// from 0 to 1 over the run; lengths depend on the number of iterations per request that the run is expected to have.

/** Vehicles are emptied first for at most this share of the run. */
export const EMPTY_SHARE = 0.4;
/**
 * And at least for this one. With more than 2,000 iterations per request, it grows with the square root of their number: in
 * long runs, distance needs less of the time.
 */
const LEAST_EMPTY_SHARE = 0.15;
const LEAST_EMPTY_SHARE_AT = 2_000;
/** Emptying ends when so many times the time until the last emptied vehicle has passed. */
const PATIENCE = 2.5;
/** Number of rounds that begin from the best solution, and their shares of the time after the vehicles were emptied. */
const ROUNDS = 7;
const ROUND_SHARE = 0.09;
/** Runs with fewer iterations per request have no rounds, which would be too short to show anything, and do not begin hot. */
const LEAST_ITERATIONS_PER_REQUEST = 600;
/** In runs with more of them, rounds begin from nothing. */
const RESTART_AT = 4_000;
/** And in runs with so few vehicles: a plan without one of them has little in common with the best one. */
const MOST_VEHICLES_TO_RESTART = 5;
/**
 * Share of a run with so few vehicles in which the first annealing measures how fast iterations are: while vehicles are
 * emptied, they take up to five times as long.
 */
export const MEASURED_SHARE = 0.06;
/** Share of a long run after which a vehicle is given up that cannot be emptied in the first phase. */
const FIRST_ATTEMPT_SHARE = 0.12;
/** The same in a round that has more vehicles than the best solution. */
export const ATTEMPT_SHARE = 0.035;
/** The same in a round that has as few: its next vehicle would make a smaller fleet. */
export const SMALLER_FLEET_SHARE = 0.005;
/** Iterations per request of the annealing of such a round, also with few vehicles: most of the cost was lowered before. */
const ITERATIONS_PER_RESTART = 150;
const ITERATIONS_WITH_FEW_VEHICLES = 60;
const LEAST_RESTART_SHARE = 0.005;
/** Iterations per request with all vehicles, before such a round empties them. */
const OPEN_ITERATIONS = 40;
/**
 * Iterations per request while absent requests have a price, or this share of the time after the first phase if that is less:
 * about so many, because the rounds fill the time. Only with few vehicles: with more, it did not gain.
 */
const PRICED_ITERATIONS = 400;
const PRICED_SHARE = 0.25;
/** In runs with fewer iterations per request, such rounds are too few to try a smaller fleet in one of them. */
const LEAST_ITERATIONS_FOR_SMALLER_FLEET = 2_000;
/** Iterations per request to lower the cost after routes of several rounds were combined. */
const COMBINED_ITERATIONS = 12;
/** Largest share of a run in which one better choice among the routes of all rounds is looked for. */
export const COMBINING_SHARE = 0.02;
/** Share of the time after the vehicles were emptied in which there are such rounds. */
const RESTARTS_SHARE = 0.94;

/** All lengths are progress. */
export interface Rounds {
  /** Length of one round; with restarts, of its annealing only. */
  readonly length: number;
  /** Length of the annealing with all vehicles; only with restarts. */
  readonly openLength: number;
  /** Length of the annealing while absent requests have a price; 0: there is none. */
  readonly pricedLength: number;
  /** Whether the first of these annealings has one vehicle less than the best solution. */
  readonly triesSmallerFleet: boolean;
  /** Length of the annealing after routes of several rounds were combined. */
  readonly combinedLength: number;
  /** End of the last round. */
  readonly until: number;
  /** Whether rounds begin from nothing, instead of the best solution. */
  readonly areRestarts: boolean;
}

export const NO_ROUNDS: Rounds = {
  length: 0,
  openLength: 0,
  pricedLength: 0,
  triesSmallerFleet: false,
  combinedLength: 0,
  until: 0,
  areRestarts: false,
};

/** Whether the run is long enough for rounds, and to cool down from a hot begin. */
export function isLong(iterationsPerRequest: number): boolean {
  return iterationsPerRequest > LEAST_ITERATIONS_PER_REQUEST;
}

/** Whether a plan without one of its vehicles has little in common with it. */
export function isSmallFleet(vehicles: number): boolean {
  return vehicles <= MOST_VEHICLES_TO_RESTART;
}

/** End of the phase in which vehicles are emptied first; `emptiedAt`: when a vehicle was emptied last. */
export function emptyUntil(iterationsPerRequest: number, emptiedAt: number): number {
  if (iterationsPerRequest > RESTART_AT) return emptiedAt + FIRST_ATTEMPT_SHARE;
  const length = Math.max(1, iterationsPerRequest / LEAST_EMPTY_SHARE_AT);
  return Math.min(EMPTY_SHARE, Math.max(LEAST_EMPTY_SHARE * Math.sqrt(length), PATIENCE * emptiedAt));
}

/** Rounds from `progress` on, when vehicles have been emptied; `vehicles`: as many are left. */
export function roundsFrom(progress: number, iterationsPerRequest: number, vehicles: number): Rounds {
  const rest = 1 - progress;
  const lengthOf = (iterations: number) => iterations / iterationsPerRequest;
  const hasPrices = isSmallFleet(vehicles) && isLong(iterationsPerRequest);
  if (iterationsPerRequest > RESTART_AT || hasPrices) {
    const iterations = hasPrices ? ITERATIONS_WITH_FEW_VEHICLES : ITERATIONS_PER_RESTART;
    const rounds = {
      length: Math.max(LEAST_RESTART_SHARE, lengthOf(iterations)),
      openLength: lengthOf(OPEN_ITERATIONS),
      pricedLength: 0,
      triesSmallerFleet: iterationsPerRequest > LEAST_ITERATIONS_FOR_SMALLER_FLEET,
      combinedLength: lengthOf(COMBINED_ITERATIONS),
      until: progress + rest * RESTARTS_SHARE,
      areRestarts: true,
    };
    return hasPrices ? { ...rounds, pricedLength: pricedLength(rounds, rest, lengthOf) } : rounds;
  }
  // At the end of the share, vehicles were still being emptied: there is no time for rounds.
  if (progress >= EMPTY_SHARE || !isLong(iterationsPerRequest)) return NO_ROUNDS;
  return {
    ...NO_ROUNDS,
    length: rest * ROUND_SHARE,
    combinedLength: lengthOf(COMBINED_ITERATIONS),
    until: progress + rest * ROUND_SHARE * ROUNDS,
  };
}

/** So long that the rounds fill the time: without that, up to a quarter of it would be left after the last one. */
function pricedLength(
  { length, openLength, combinedLength }: Rounds,
  rest: number,
  lengthOf: (iterations: number) => number,
): number {
  const wanted = Math.min(rest * PRICED_SHARE, lengthOf(PRICED_ITERATIONS));
  const others = openLength + length + SMALLER_FLEET_SHARE + 2 * combinedLength;
  const available = rest * RESTARTS_SHARE - length;
  const count = Math.max(1, Math.round(available / (wanted + others)));
  return Math.max(0, available / count - others);
}
