// Parts of features that fall into tiles, collected in a temporary file and read back tile by tile: a region has too many
// for memory.
import { closeSync, readSync, writeSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { openScratchFile } from '../../../lib/scratch-file.ts';
import type { LayerName } from './tile-layers.ts';

/** A feature within a tile, in coordinates of the tile. */
export interface TilePart {
  readonly layer: LayerName;
  /** 1 points, 2 lines, 3 areas. */
  readonly type: 1 | 2 | 3;
  readonly geometry:
    | readonly (readonly [number, number])[]
    | readonly (readonly (readonly [number, number])[])[];
  readonly attributes: Readonly<Record<string, string | number>>;
}

const WRITE_BYTES = 1 << 20;

export class TileParts {
  readonly #file: number;
  readonly #keys: number[] = [];
  readonly #offsets: number[] = [];
  #size = 0;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;

  constructor(folder: string) {
    this.#file = openScratchFile(folder);
  }

  get tileCount(): number {
    return new Set(this.#keys).size;
  }

  add(key: number, part: TilePart): void {
    const bytes = serialize(part);
    this.#keys.push(key);
    this.#offsets.push(this.#size);
    this.#size += bytes.length;
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes >= WRITE_BYTES) this.#flush();
  }

  /** The parts of each tile, in the order in which they were added; tiles ascending by key. */
  *tiles(): Generator<{ readonly key: number; readonly parts: readonly TilePart[] }> {
    this.#flush();
    this.#offsets.push(this.#size);
    const order = Uint32Array.from(this.#keys.keys());
    order.sort((one, other) => this.#keyOf(one) - this.#keyOf(other) || one - other);
    for (let start = 0; start < order.length; ) {
      const key = this.#keyOf(order[start] ?? 0);
      let end = start;
      while (end < order.length && this.#keyOf(order[end] ?? 0) === key) end += 1;
      yield { key, parts: Array.from(order.subarray(start, end), (which) => this.#read(which)) };
      start = end;
    }
  }

  close(): void {
    closeSync(this.#file);
  }

  #keyOf(which: number): number {
    return this.#keys[which] ?? 0;
  }

  #read(which: number): TilePart {
    const [start = 0, end = 0] = [this.#offsets[which], this.#offsets[which + 1]];
    const bytes = Buffer.allocUnsafe(end - start);
    readSync(this.#file, bytes, 0, bytes.length, start);
    return deserialize(bytes) as TilePart;
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#waiting);
    if (bytes.length > 0) writeSync(this.#file, bytes, 0, bytes.length, this.#size - bytes.length);
    this.#waiting = [];
    this.#waitingBytes = 0;
  }
}
