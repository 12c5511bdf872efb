// Parts of features that fall into tiles, collected in a temporary file and read back tile by tile: a region has too many
// for memory. Parts of one tile are gathered in memory and written together, so that reading a tile takes few reads.
import { closeSync, readSync } from 'node:fs';
import { openScratchFile, writeFully } from '../../../lib/scratch-file.ts';
import type { LayerEntry, LayerName } from './tile-layers.ts';

type Line = readonly (readonly [number, number])[];

/** A feature within a tile, in coordinates of the tile. */
export interface TilePart {
  readonly layer: LayerName;
  readonly attributes: LayerEntry['attributes'];
  /** 1 points, 2 lines, 3 areas. */
  readonly type: 1 | 2 | 3;
  /** Points of type 1 are one line. */
  readonly lines: readonly Line[];
}

/** What several parts share. */
type Style = Pick<TilePart, 'layer' | 'attributes'>;

interface Run {
  readonly offset: number;
  readonly length: number;
}

/** Parts that wait in memory before they are written. */
const WAITING_BYTES = 64_000_000;
const FIRST_BYTES = 1_024;
/** Style, type and number of lines; then each line with its number of points. */
const HEADER_BYTES = 4 + 1 + 4;
const LINE_BYTES = 4;
const POINT_BYTES = 4;

export class TileParts {
  readonly #file: number;
  readonly #styles: Style[] = [];
  readonly #styleIds = new Map<string, number>();
  readonly #waiting = new Map<number, { bytes: Buffer; length: number }>();
  readonly #runs = new Map<number, Run[]>();
  #waitingBytes = 0;
  #size = 0;

  constructor(folder: string) {
    this.#file = openScratchFile(folder);
  }

  get tileCount(): number {
    return this.#runs.size + [...this.#waiting.keys()].filter((key) => !this.#runs.has(key)).length;
  }

  add(key: number, { layer, attributes, type, lines }: TilePart): void {
    const points = lines.reduce((sum, line) => sum + line.length, 0);
    const needed = HEADER_BYTES + lines.length * LINE_BYTES + points * POINT_BYTES;
    const tile = this.#roomFor(key, needed);
    const { bytes } = tile;
    let at = bytes.writeUInt32LE(this.#styleOf({ layer, attributes }), tile.length);
    at = bytes.writeUInt8(type, at);
    at = bytes.writeUInt32LE(lines.length, at);
    for (const line of lines) {
      at = bytes.writeUInt32LE(line.length, at);
      // With its margin, a tile fits into 16 bits.
      for (const [x, y] of line) at = bytes.writeInt16LE(y, bytes.writeInt16LE(x, at));
    }
    tile.length = at;
    this.#waitingBytes += needed;
    if (this.#waitingBytes >= WAITING_BYTES) this.#flush();
  }

  /** The parts of each tile, in the order in which they were added; tiles ascending by key. */
  *tiles(): Generator<{ readonly key: number; readonly parts: readonly TilePart[] }> {
    this.#flush();
    for (const key of [...this.#runs.keys()].sort((one, other) => one - other))
      yield { key, parts: (this.#runs.get(key) ?? []).flatMap((run) => this.#read(run)) };
  }

  close(): void {
    closeSync(this.#file);
  }

  #styleOf(style: Style): number {
    const text = JSON.stringify(style);
    const known = this.#styleIds.get(text);
    if (known !== undefined) return known;
    this.#styleIds.set(text, this.#styles.length);
    return this.#styles.push(style) - 1;
  }

  #roomFor(key: number, needed: number): { bytes: Buffer; length: number } {
    const tile = this.#waiting.get(key) ?? { bytes: Buffer.allocUnsafe(FIRST_BYTES), length: 0 };
    this.#waiting.set(key, tile);
    if (tile.length + needed > tile.bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(tile.bytes.length * 2, tile.length + needed));
      tile.bytes.copy(larger, 0, 0, tile.length);
      tile.bytes = larger;
    }
    return tile;
  }

  #flush(): void {
    for (const [key, { bytes, length }] of this.#waiting) {
      writeFully(this.#file, bytes.subarray(0, length), this.#size);
      const runs = this.#runs.get(key) ?? [];
      runs.push({ offset: this.#size, length });
      this.#runs.set(key, runs);
      this.#size += length;
    }
    this.#waiting.clear();
    this.#waitingBytes = 0;
  }

  #read({ offset, length }: Run): TilePart[] {
    const bytes = Buffer.allocUnsafe(length);
    readSync(this.#file, bytes, 0, length, offset);
    const parts: TilePart[] = [];
    for (let at = 0; at < length; ) {
      const style = this.#styles[bytes.readUInt32LE(at)];
      if (!style) throw new Error('the temporary file of map tiles is damaged');
      const type = bytes.readUInt8(at + 4) as TilePart['type'];
      const lines: Line[] = [];
      const lineCount = bytes.readUInt32LE(at + 5);
      at += HEADER_BYTES;
      for (let line = 0; line < lineCount; line += 1) {
        const points = bytes.readUInt32LE(at);
        const first = at + LINE_BYTES;
        lines.push(
          Array.from({ length: points }, (_, index) => [
            bytes.readInt16LE(first + index * POINT_BYTES),
            bytes.readInt16LE(first + index * POINT_BYTES + 2),
          ]),
        );
        at = first + points * POINT_BYTES;
      }
      parts.push({ ...style, type, lines });
    }
    return parts;
  }
}
