// A new request as one chain of stops, to be inserted into a route: planned durations inside it, and its highest load.
import type { Robustness, TransportRequest } from './problem.ts';
import { plannedDurations, plannedLatest } from './robust-durations.ts';

export interface Journeys {
  readonly seconds: ArrayLike<number>;
  readonly miles: ArrayLike<number>;
}

/** Times at one stop. */
export interface ChainVisit {
  readonly arrival: number;
  /** Begin of service: the arrival, or later if the window opens later. */
  readonly start: number;
  readonly departure: number;
}

interface Clock {
  arrival(time: number, seconds: number): number;
  departure(time: number, seconds: number): number;
}

export class RequestChain {
  readonly isExclusive: boolean;
  /** Highest load on board per dimension, on top of what is there before. */
  readonly peaks: number[] = [];
  /** What stays on board after its last stop. */
  readonly net: number[] = [];
  readonly #service: number[];
  readonly #earliest: number[];
  readonly #latest: number[];
  readonly #travel: Journeys;
  readonly #between: number[] = [];

  constructor({ stops, exclusive = false }: TransportRequest, between: Journeys, robustness?: Robustness) {
    const { factor, bufferSeconds } = plannedDurations(robustness);
    this.isExclusive = exclusive;
    this.#travel = between;
    this.#service = stops.map(({ service = 0 }) => service * factor);
    this.#earliest = stops.map(({ earliest = -Infinity }) => earliest);
    this.#latest = stops.map((stop) => plannedLatest(stop, robustness));
    const { seconds } = between;
    for (let leg = 0; leg < seconds.length; leg += 1)
      this.#between.push((seconds[leg] as number) * factor + bufferSeconds);
    for (const { load = [] } of stops)
      for (const [dimension, change] of load.entries()) {
        this.net[dimension] = (this.net[dimension] ?? 0) + change;
        this.peaks[dimension] = Math.max(this.peaks[dimension] ?? 0, this.net[dimension] ?? 0);
      }
  }

  /** Least time from the first stop to the end of the last one, at the factor of the fastest hour. */
  shortest(fastest: number): number {
    let seconds = 0;
    for (const each of this.#service) seconds += each;
    for (const each of this.#between) seconds += each * fastest;
    return seconds;
  }

  /** Cost of the journeys between its stops. */
  cost(perHour: number, perMile: number): number {
    const { seconds, miles } = this.#travel;
    let cost = 0;
    for (let index = 0; index < seconds.length; index += 1)
      cost += (Number(seconds[index]) / 3600) * perHour + Number(miles[index]) * perMile;
    return cost;
  }

  /** End of the last stop, at the earliest that the windows of later stops than the first allow. */
  earliestEnd(clock: Clock | null): number {
    let time = -Infinity;
    for (let stop = 1; stop < this.#service.length; stop += 1) {
      const seconds = this.#between[stop - 1] as number;
      if (time !== -Infinity) {
        time += this.#service[stop - 1] as number;
        time = clock === null ? time + seconds : clock.arrival(time, seconds);
      }
      time = Math.max(time, this.#earliest[stop] as number);
      if (time > (this.#latest[stop] as number)) return Infinity;
    }
    return time + (this.#service.at(-1) ?? 0);
  }

  /** Times at its stops for a vehicle that reaches the first one at `arrival`. */
  visits(arrival: number, clock: Clock | null): ChainVisit[] {
    const visits: ChainVisit[] = [];
    let time = arrival;
    for (let stop = 0; stop < this.#service.length; stop += 1) {
      const reached = time;
      const start = Math.max(reached, this.#earliest[stop] as number);
      const departure = start + (this.#service[stop] as number);
      visits.push({ arrival: reached, start, departure });
      const seconds = this.#between[stop] ?? 0;
      time = clock === null ? departure + seconds : clock.arrival(departure, seconds);
    }
    return visits;
  }

  /** Whether these visits keep its windows. */
  isInTime(visits: readonly ChainVisit[], tolerance: number): boolean {
    return visits.every(({ start }, stop) => start <= (this.#latest[stop] as number) + tolerance);
  }

  /** Latest arrival at the first stop for which the windows are kept and the vehicle can leave the last stop at `departure`. */
  latestArrival(departure: number, clock: Clock | null): number {
    return Math.min(this.latestStart(departure, clock), this.#latest[0] as number);
  }

  /** Latest start at the first stop for which the vehicle can leave the last one at `departure`. */
  latestStart(departure: number, clock: Clock | null): number {
    let limit = departure;
    for (let stop = this.#service.length - 1; stop >= 0; stop -= 1) {
      limit -= this.#service[stop] as number;
      if (stop === 0) break;
      limit = Math.min(limit, this.#latest[stop] as number);
      const seconds = this.#between[stop - 1] as number;
      limit = clock === null ? limit - seconds : clock.departure(limit, seconds);
    }
    return limit;
  }
}
