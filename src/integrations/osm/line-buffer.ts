// Lines of an extract in large chunks: an array of its own for each of a million ways would take more memory than the
// coordinates.
import { UNITS_PER_DEGREE } from './map-grid.ts';

const CHUNK = 1 << 18;

export class LineBuffer {
  #chunk = new Int32Array(0);
  #used = 0;

  /** Longitude and latitude in turn, in units of 1e-7 degrees. */
  add(line: Float64Array): Int32Array {
    if (this.#used + line.length > this.#chunk.length) {
      this.#chunk = new Int32Array(Math.max(CHUNK, line.length));
      this.#used = 0;
    }
    const stored = this.#chunk.subarray(this.#used, this.#used + line.length);
    for (let index = 0; index < line.length; index += 1)
      stored[index] = Math.round((line[index] ?? 0) * UNITS_PER_DEGREE);
    this.#used += line.length;
    return stored;
  }
}
