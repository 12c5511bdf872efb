// Travel times that depend on the hour. `driven(t)` is the free-flow driving time that fits between the origin and t. It is
// piecewise linear and increasing, so a journey of d free-flow seconds from t arrives where `driven` is d higher: both
// directions take constant time, and a later departure never arrives earlier.

const HOUR = 3600;

export class TravelClock {
  /** Smallest factor: no journey is faster. */
  readonly fastest: number;
  readonly #factors: Float64Array;
  /** Free-flow seconds driven at the beginning of each hour. */
  readonly #driven: Float64Array;

  constructor(factors: readonly number[]) {
    this.fastest = Math.min(...factors);
    this.#factors = Float64Array.from(factors);
    this.#driven = new Float64Array(factors.length);
    for (let hour = 1; hour < factors.length; hour += 1)
      this.#driven[hour] = (this.#driven[hour - 1] as number) + HOUR / (this.#factors[hour - 1] as number);
  }

  /** Arrival of a journey that departs at `time` and takes `seconds` at factor 1. */
  arrival(time: number, seconds: number): number {
    return seconds === 0 ? time : this.#timeOf(this.#drivenAt(time) + seconds);
  }

  /** Latest departure that arrives by `time`. */
  departure(time: number, seconds: number): number {
    return seconds === 0 ? time : this.#timeOf(this.#drivenAt(time) - seconds);
  }

  #drivenAt(time: number): number {
    const last = this.#factors.length - 1;
    const hour = time <= 0 ? 0 : Math.min(last, Math.floor(time / HOUR));
    return (this.#driven[hour] as number) + (time - hour * HOUR) / (this.#factors[hour] as number);
  }

  #timeOf(driven: number): number {
    let low = 0;
    let high = this.#driven.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#driven[middle] as number) <= driven) low = middle;
      else high = middle - 1;
    }
    return low * HOUR + (driven - (this.#driven[low] as number)) * (this.#factors[low] as number);
  }
}
