// Coordinates of all nodes of a file, outside the JavaScript heap: 16 bytes per node, in chunks, so that growing copies
// nothing. Ids are ascending, as in every extract.
import { GrowingBounds, UNITS_PER_DEGREE } from './map-grid.ts';
import type { OsmBounds } from './osm-elements.ts';
import { UnsupportedOsmFile } from './osm-file-errors.ts';

const CHUNK = 1 << 16;

export class NodeTable {
  readonly #ids: Float64Array[] = [];
  /** Longitude and latitude in turn. */
  readonly #points: Int32Array[] = [];
  #size = 0;
  #lastId = Number.NEGATIVE_INFINITY;

  get size(): number {
    return this.#size;
  }

  add(id: number, longitude: number, latitude: number): void {
    if (id <= this.#lastId)
      throw new UnsupportedOsmFile(
        'The file is not sorted. Sort it: osmium sort input.osm.pbf -o output.osm.pbf',
      );
    this.#lastId = id;
    const [chunk, index] = [this.#size >>> 16, this.#size & (CHUNK - 1)];
    if (index === 0) {
      this.#ids.push(new Float64Array(CHUNK));
      this.#points.push(new Int32Array(CHUNK * 2));
    }
    const [ids, points] = [this.#ids[chunk], this.#points[chunk]];
    if (!ids || !points) throw new Error(`node table has no chunk ${chunk}`);
    ids[index] = id;
    points[index * 2] = Math.round(longitude * UNITS_PER_DEGREE);
    points[index * 2 + 1] = Math.round(latitude * UNITS_PER_DEGREE);
    this.#size += 1;
  }

  bounds(): OsmBounds {
    const bounds = new GrowingBounds();
    for (const [chunk, points] of this.#points.entries()) {
      const end = Math.min(CHUNK, this.#size - chunk * CHUNK) * 2;
      for (let index = 0; index < end; index += 2)
        bounds.add((points[index] ?? 0) / UNITS_PER_DEGREE, (points[index + 1] ?? 0) / UNITS_PER_DEGREE);
    }
    return bounds;
  }

  /** The coordinates of these nodes, longitude and latitude in turn. Nodes outside the extract are left out. */
  lineOf(nodeIds: readonly number[]): Float64Array {
    const line = new Float64Array(nodeIds.length * 2);
    let length = 0;
    for (const id of nodeIds) {
      const at = this.#indexOf(id);
      const points = at < 0 ? undefined : this.#points[at >>> 16];
      if (!points) continue;
      const index = (at & (CHUNK - 1)) * 2;
      line[length] = (points[index] ?? 0) / UNITS_PER_DEGREE;
      line[length + 1] = (points[index + 1] ?? 0) / UNITS_PER_DEGREE;
      length += 2;
    }
    return length === line.length ? line : line.slice(0, length);
  }

  /** −1 if the node is not in the table. */
  #indexOf(id: number): number {
    let [low, high] = [0, this.#size - 1];
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = this.#ids[middle >>> 16]?.[middle & (CHUNK - 1)] ?? 0;
      if (found === id) return middle;
      if (found < id) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}
