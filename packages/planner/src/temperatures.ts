// Temperatures of the annealing, relative to the mean cost of a request.

export interface Temperatures {
  readonly first: number;
  /** First one of the annealing after the rounds. */
  readonly afterRounds: number;
  /** First one while absent requests have a price. */
  readonly priced: number;
  /** First one after routes of several rounds were combined: what was gained must not be lost. */
  readonly combined: number;
  readonly last: number;
}

export const TEMPERATURES: Temperatures = {
  first: 0.7,
  afterRounds: 0.3,
  priced: 0.5,
  combined: 0.005,
  last: 0.005,
};

/** With a minimal fleet, routes have little slack: a cold search does not leave the region in which it begins. */
export const TEMPERATURES_OF_MINIMAL_FLEET: Temperatures = {
  first: 3,
  afterRounds: 1,
  priced: 0.5,
  combined: 0.04,
  last: 0.04,
};

/** Constant while requests are ejected to save vehicles: short routes have room for ejected requests. */
export const EJECTION_TEMPERATURE = 0.15;
