// The tiles of an import, compressed, between building them once and writing them to the database of every environment: a
// temporary file and an index in memory.
import { closeSync, readSync } from 'node:fs';
import { openScratchFile, writeFully } from '../../../lib/scratch-file.ts';

export interface StoredTile {
  /** See `tileKey`. */
  readonly key: number;
  /** Compressed with gzip. */
  readonly data: Buffer;
}

/** Size of a batch: large enough for few statements, small enough for their time limit. */
const BATCH_BYTES = 1_000_000;
const BATCH_TILES = 2_000;

export class TileArchive {
  readonly #file: number;
  readonly #keys: number[] = [];
  /** Where each tile begins. */
  readonly #offsets: number[] = [];
  #size = 0;

  constructor(folder: string) {
    this.#file = openScratchFile(folder);
  }

  get tileCount(): number {
    return this.#keys.length;
  }

  add(key: number, bytes: Uint8Array): void {
    writeFully(this.#file, bytes, this.#size);
    this.#keys.push(key);
    this.#offsets.push(this.#size);
    this.#size += bytes.length;
  }

  *batches(): Generator<readonly StoredTile[]> {
    let [batch, bytes]: [StoredTile[], number] = [[], 0];
    for (const [index, key] of this.#keys.entries()) {
      const data = this.#read(index);
      if (batch.length > 0 && (bytes + data.length > BATCH_BYTES || batch.length === BATCH_TILES)) {
        yield batch;
        [batch, bytes] = [[], 0];
      }
      batch.push({ key, data });
      bytes += data.length;
    }
    if (batch.length > 0) yield batch;
  }

  close(): void {
    closeSync(this.#file);
  }

  #read(index: number): Buffer {
    const start = this.#offsets[index] ?? 0;
    const data = Buffer.allocUnsafe((this.#offsets[index + 1] ?? this.#size) - start);
    readSync(this.#file, data, 0, data.length, start);
    return data;
  }
}
