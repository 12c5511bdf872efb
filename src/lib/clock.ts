// Business clock. Everything that decides by time uses the injected clock, so that tests and test clocks can move it.
export interface Clock {
  now(): Date;
  /** Offset of a test clock from real time; 0 if absent. */
  readonly aheadMs?: number;
}

export const systemClock: Clock = { now: () => new Date() };

export function withOffset(clock: Clock, aheadMs: number): Clock {
  return { now: () => new Date(clock.now().getTime() + aheadMs), aheadMs };
}

/** Real time, shared by all accounts, without the offset of a test clock. */
export function worldNow(clock: Clock): Date {
  return new Date(clock.now().getTime() - (clock.aheadMs ?? 0));
}

/** For optional times in requests. */
export function optionalDate(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}
