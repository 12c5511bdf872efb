// Business time. Everything that decides by time asks the clock it was given, so that tests and test clocks can move it.
export interface Clock {
  now(): Date;
  /** How far it runs ahead of the world's; not at all unless it says so. */
  readonly aheadMs?: number;
}

export const systemClock: Clock = { now: () => new Date() };

export function aheadOf(clock: Clock, aheadMs: number): Clock {
  return { now: () => new Date(clock.now().getTime() + aheadMs), aheadMs };
}

/** The time that all accounts share, whatever test clock somebody lives by. */
export function worldNow(clock: Clock): Date {
  return new Date(clock.now().getTime() - (clock.aheadMs ?? 0));
}
