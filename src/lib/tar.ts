// The parts of the tar format (POSIX ustar) that the routing engine needs: its package is a tar file, and so is an archive of
// road tiles.

const BLOCK = 512;
const MAX_SIZE = 8 ** 11 - 1;
const REGULAR_FILE = '0';
const INCOMPLETE = 'the tar file is incomplete';

export interface TarFile {
  readonly path: string;
  readonly size: number;
}

/** Header of a regular file. The content follows, filled up to blocks of 512 bytes (`tarPadding`). */
export function tarHeader({ path, size }: TarFile): Buffer {
  if (Buffer.byteLength(path) > 100 || size > MAX_SIZE)
    throw new RangeError(`${path} does not fit a tar file`);
  const header = Buffer.alloc(BLOCK);
  header.write(path, 0);
  header.write('0000644\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write('        ', 148);
  header.write(REGULAR_FILE, 156);
  header.write('ustar\0', 257);
  header.write('00', 263);
  header.write(`${checksum(header).toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

export function tarPadding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

/** Two empty blocks end the file. */
export const tarEnd = Buffer.alloc(2 * BLOCK);

/**
 * Calls `onFile` with each regular file that `isWanted`, and waits for it, so that one file at a time is in memory. Throws if
 * the tar file is damaged or incomplete.
 */
export async function readTar(
  chunks: AsyncIterable<Buffer>,
  {
    isWanted,
    onFile,
  }: { isWanted: (path: string) => boolean; onFile: (path: string, content: Buffer) => Promise<void> },
): Promise<void> {
  const reader = new ByteReader(chunks);
  for (;;) {
    const header = await reader.read(BLOCK);
    if (header === null && reader.hasRest) throw new Error(INCOMPLETE);
    if (header === null || header.every((byte) => byte === 0)) return;
    const entry = parseHeader(header);
    const stored = entry.size + tarPadding(entry.size).length;
    if (!entry.isFile || !isWanted(entry.path)) await reader.skip(stored);
    else {
      const content = await reader.read(stored);
      if (content === null) throw new Error(INCOMPLETE);
      await onFile(entry.path, content.subarray(0, entry.size));
    }
  }
}

function parseHeader(header: Buffer): TarFile & { readonly isFile: boolean } {
  const text = (from: number, length: number) =>
    header.toString('utf8', from, from + length).replace(/\0.*$/s, '');
  const size = Number.parseInt(text(124, 12).trim() || '0', 8);
  const stated = Number.parseInt(text(148, 8).trim(), 8);
  const unsigned = Buffer.from(header).fill(' ', 148, 156);
  if (stated !== checksum(unsigned) || !Number.isSafeInteger(size))
    throw new Error('the tar file is damaged');
  const prefix = text(345, 155);
  const type = text(156, 1);
  return {
    path: prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`,
    size,
    isFile: type === REGULAR_FILE || type === '',
  };
}

function checksum(header: Buffer): number {
  return header.reduce((sum, byte) => sum + byte, 0);
}

class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #parts: Buffer[] = [];
  #available = 0;

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Whether the input ended within the bytes that `read` was asked for. */
  get hasRest(): boolean {
    return this.#available > 0;
  }

  /** null at the end of the input. */
  async read(length: number): Promise<Buffer | null> {
    while (this.#available < length) if (!(await this.#fill())) return null;
    const all = this.#parts.length === 1 ? this.#parts[0] : Buffer.concat(this.#parts);
    if (all === undefined) return Buffer.alloc(0);
    this.#parts = [all.subarray(length)];
    this.#available -= length;
    return all.subarray(0, length);
  }

  async skip(length: number): Promise<void> {
    let left = length;
    while (left > this.#available) {
      left -= this.#available;
      this.#parts = [];
      this.#available = 0;
      if (!(await this.#fill())) throw new Error(INCOMPLETE);
    }
    if (left > 0) await this.read(left);
  }

  async #fill(): Promise<boolean> {
    const next = await this.#chunks.next();
    if (next.done === true) return false;
    this.#parts.push(next.value);
    this.#available += next.value.length;
    return true;
  }
}
