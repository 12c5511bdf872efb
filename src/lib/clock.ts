// Business time. Everything that decides by time asks the clock it was given, so that tests and test clocks can move it.
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
