// A file of map tiles: compressed tiles, then an index of their keys, then the length of the index. Read by position, one
// tile at a time.
import { type FileHandle, open } from 'node:fs/promises';
import { type TileAddress, tileKey } from './tile-grid.ts';

/** Key, offset and length of a tile. */
const ENTRY_NUMBERS = 3;
const TRAILER_BYTES = 8;
/** First bytes of the file, with the version of its format. */
const MAGIC = Buffer.from('WBTILES1');

export class TileArchiveWriter {
  readonly #file: FileHandle;
  readonly #entries: number[] = [];
  #size: number;

  private constructor(file: FileHandle) {
    this.#file = file;
    this.#size = MAGIC.length;
  }

  static async create(path: string): Promise<TileArchiveWriter> {
    const file = await open(path, 'wx');
    await file.write(MAGIC, 0, MAGIC.length, 0);
    return new TileArchiveWriter(file);
  }

  get tileCount(): number {
    return this.#entries.length / ENTRY_NUMBERS;
  }

  /** Tiles must be added in ascending order of their keys. */
  async add(key: number, bytes: Uint8Array): Promise<void> {
    await this.#file.write(bytes, 0, bytes.length, this.#size);
    this.#entries.push(key, this.#size, bytes.length);
    this.#size += bytes.length;
  }

  /** Durable when it returns. */
  async finish(): Promise<void> {
    const index = Buffer.from(Float64Array.from(this.#entries).buffer);
    const trailer = Buffer.alloc(TRAILER_BYTES);
    trailer.writeBigUInt64LE(BigInt(index.length));
    await this.#file.write(Buffer.concat([index, trailer]), 0, index.length + TRAILER_BYTES, this.#size);
    await this.#file.sync();
    await this.#file.close();
  }

  async abandon(): Promise<void> {
    await this.#file.close();
  }
}

export class TileArchive {
  readonly #file: FileHandle;
  readonly #index: Float64Array;

  private constructor(file: FileHandle, index: Float64Array) {
    this.#file = file;
    this.#index = index;
  }

  static async open(path: string): Promise<TileArchive> {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      const magic = await readAt(file, 0, MAGIC.length);
      if (size < MAGIC.length + TRAILER_BYTES || !magic.equals(MAGIC))
        throw new Error(`${path} is not an archive of map tiles`);
      const length = Number((await readAt(file, size - TRAILER_BYTES, TRAILER_BYTES)).readBigUInt64LE());
      const index = await readAt(file, size - TRAILER_BYTES - length, length);
      return new TileArchive(file, new Float64Array(new Uint8Array(index).buffer));
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  get tileCount(): number {
    return this.#index.length / ENTRY_NUMBERS;
  }

  /** The compressed tile; null if there is nothing to draw. */
  async read(address: TileAddress): Promise<Buffer | null> {
    const key = tileKey(address);
    let [low, high] = [0, this.tileCount - 1];
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = this.#index[middle * ENTRY_NUMBERS] ?? 0;
      if (found === key) {
        const [offset = 0, length = 0] = this.#index.subarray(middle * ENTRY_NUMBERS + 1);
        return await readAt(this.#file, offset, length);
      }
      if (found < key) low = middle + 1;
      else high = middle - 1;
    }
    return null;
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  if (bytesRead < length) throw new Error('the archive of map tiles is truncated');
  return buffer;
}
