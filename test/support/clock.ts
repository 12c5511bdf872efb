// Clock that tests set and advance.
import type { Clock } from '../../src/lib/clock.ts';
import { ascendingIds, type Ids } from '../../src/lib/ids.ts';

export class TestClock implements Clock {
  #now: Date;

  constructor(start: Date = new Date()) {
    this.#now = start;
  }

  now(): Date {
    return new Date(this.#now);
  }

  set(now: Date): void {
    this.#now = now;
  }

  advance({
    days = 0,
    hours = 0,
    minutes = 0,
    seconds = 0,
  }: Partial<Record<'days' | 'hours' | 'minutes' | 'seconds', number>>): void {
    this.#now = new Date(this.#now.getTime() + (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000);
  }
}

/** Ids with the time of this clock, as retention uses the time in ids. */
export function idsFromClock(clock: Clock): Ids {
  return ascendingIds(() => clock.now().getTime());
}
