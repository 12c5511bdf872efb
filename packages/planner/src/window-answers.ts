// The answers to questions about time windows: the cheapest insertion so far for each window, or only whether there is one.
import type { Robustness } from './problem.ts';
import { plannedLatest } from './robust-durations.ts';

/** For the begin of service at the first stop. */
export interface WindowQuestion {
  readonly earliest: number;
  readonly latest: number;
}

export class WindowAnswers {
  readonly hasCosts: boolean;
  readonly best: Float64Array;
  /** With costs only. */
  readonly vehicles: Int32Array;
  readonly gaps: Int32Array;
  /** Without costs: of the windows that have no insertion yet. */
  firstEarliest = Infinity;
  lastLatest = -Infinity;
  readonly #earliest: Float64Array;
  readonly #latest: Float64Array;

  constructor(windows: readonly WindowQuestion[], robustness: Robustness | undefined, hasCosts: boolean) {
    this.hasCosts = hasCosts;
    this.best = new Float64Array(windows.length).fill(Infinity);
    this.vehicles = new Int32Array(hasCosts ? windows.length : 0).fill(-1);
    this.gaps = new Int32Array(hasCosts ? windows.length : 0);
    this.#earliest = new Float64Array(windows.length);
    this.#latest = new Float64Array(windows.length);
    for (let index = 0; index < windows.length; index += 1) {
      const window = windows[index] as WindowQuestion;
      this.#earliest[index] = window.earliest;
      this.#latest[index] = plannedLatest(window, robustness);
    }
    this.#limitToOpen();
  }

  /** Without costs: whether every window has an insertion. */
  get isComplete(): boolean {
    return this.firstEarliest === Infinity;
  }

  /** Whether a window that has no insertion yet, or with costs any window, contains a start in this span. */
  hasOpen(from: number, until: number): boolean {
    for (let window = 0; window < this.best.length; window += 1) {
      if (this.best[window] === 0 && !this.hasCosts) continue;
      if ((this.#latest[window] as number) >= from && (this.#earliest[window] as number) <= until)
        return true;
    }
    return false;
  }

  /** Whether a window has no insertion at this cost yet. */
  isCheaper(cost: number): boolean {
    for (let window = 0; window < this.best.length; window += 1)
      if (cost < (this.best[window] as number)) return true;
    return false;
  }

  /** Notes that there is an insertion, for all windows that contain a start from `arrival` to `latestStart`. */
  recordAny(arrival: number, latestStart: number): void {
    let isChanged = false;
    for (let window = 0; window < this.best.length; window += 1) {
      if (this.best[window] === 0 || arrival > (this.#latest[window] as number)) continue;
      if ((this.#earliest[window] as number) > latestStart) continue;
      this.best[window] = 0;
      isChanged = true;
    }
    if (isChanged) this.#limitToOpen();
  }

  #limitToOpen(): void {
    this.firstEarliest = Infinity;
    this.lastLatest = -Infinity;
    for (let window = 0; window < this.best.length; window += 1) {
      if (this.best[window] !== Infinity) continue;
      this.firstEarliest = Math.min(this.firstEarliest, this.#earliest[window] as number);
      this.lastLatest = Math.max(this.lastLatest, this.#latest[window] as number);
    }
  }

  /** Notes an insertion for all windows that contain a start from `arrival` to `latestStart`. */
  record(vehicle: number, gap: number, cost: number, arrival: number, latestStart: number): void {
    for (let window = 0; window < this.best.length; window += 1) {
      if (cost >= (this.best[window] as number) || arrival > (this.#latest[window] as number)) continue;
      if ((this.#earliest[window] as number) > latestStart) continue;
      this.best[window] = cost;
      this.vehicles[window] = vehicle;
      this.gaps[window] = gap;
    }
  }
}
