// Arrivals and departures of planned journeys: longer than measured by the factor and the buffer, at the speed of each hour.
import type { Robustness } from './problem.ts';
import { plannedDurations } from './robust-durations.ts';
import type { TravelClock } from './travel-clock.ts';

export class PlannedTravel {
  /** null without hourly factors. */
  readonly clock: TravelClock | null;
  /** Smallest factor of an hour. */
  readonly fastest: number;
  readonly #factor: number;
  readonly #buffer: number;

  constructor(robustness: Robustness | undefined, clock: TravelClock | null) {
    const { factor, bufferSeconds } = plannedDurations(robustness);
    this.clock = clock;
    this.fastest = clock === null ? 1 : clock.fastest;
    this.#factor = factor;
    this.#buffer = bufferSeconds;
  }

  /** Arrival of a journey that departs at `time`; `seconds` as measured. */
  arrival(time: number, seconds: number): number {
    const planned = seconds * this.#factor + this.#buffer;
    return this.clock === null ? time + planned : this.clock.arrival(time, planned);
  }

  /** Latest departure that arrives by `time`. */
  departure(time: number, seconds: number): number {
    const planned = seconds * this.#factor + this.#buffer;
    return this.clock === null ? time - planned : this.clock.departure(time, planned);
  }
}
