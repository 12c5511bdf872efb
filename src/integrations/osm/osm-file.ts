// Reads an OpenStreetMap PBF file block by block, with bounded memory: while one block is decoded, the next ones are
// decompressed in other threads.
import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { PbfReader } from 'pbf';
import { readHeaderBlock, readPrimitiveBlock } from './osm-block.ts';
import type { OsmHeader, OsmVisitor } from './osm-elements.ts';
import { DamagedOsmFile, UnsupportedOsmFile } from './osm-file-errors.ts';

// Limits of the format.
const MAX_HEADER_BYTES = 64 * 1_024;
const MAX_BLOCK_BYTES = 32 * 1_024 * 1_024;
const BLOCKS_AHEAD = 3;

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called after each block with the number of bytes up to its end. */
  readonly onProgress?: ((bytesRead: number) => void) | undefined;
}

export function readOsmHeader(path: string): Promise<OsmHeader> {
  return withFile(path, async (file) => (await readHeader(file)).header);
}

/** Visits the elements of a file, and returns its header. Throws `DamagedOsmFile` or `UnsupportedOsmFile`. */
export function readOsmFile(
  path: string,
  visitor: OsmVisitor,
  options: ReadOptions = {},
): Promise<OsmHeader> {
  return withFile(path, async (file) => {
    const ahead: Blob[] = [];
    const { header, end: firstBlock } = await readHeader(file);
    let end: number | null = firstBlock;
    for (;;) {
      options.signal?.throwIfAborted();
      while (ahead.length < BLOCKS_AHEAD && end !== null) {
        const blob: Blob | null = await readBlob(file, end);
        if (blob) ahead.push(blob);
        end = blob?.end ?? null;
      }
      const blob = ahead.shift();
      if (!blob) return header;
      const data = await blob.data;
      // The format allows blocks of other types, which readers skip.
      if (blob.type === 'OSMData') intact(() => readPrimitiveBlock(data, visitor));
      options.onProgress?.(blob.end);
    }
  });
}

async function readHeader(file: FileHandle): Promise<{ header: OsmHeader; end: number }> {
  const blob = await readBlob(file, 0);
  if (!blob) throw new DamagedOsmFile('The file is empty. Download it again.');
  if (blob.type !== 'OSMHeader') throw notAnOsmFile();
  const data = await blob.data;
  return { header: intact(() => readHeaderBlock(data)), end: blob.end };
}

interface Blob {
  readonly type: string;
  /** Decompressed. */
  readonly data: Promise<Uint8Array>;
  readonly end: number;
}

/** null at the end of the file. */
async function readBlob(file: FileHandle, start: number): Promise<Blob | null> {
  const lengthBytes = await readBytes(file, start, 4);
  if (lengthBytes.length === 0) return null;
  const headerLength = lengthBytes.length === 4 ? lengthBytes.readUInt32BE() : 0;
  if (headerLength === 0 || headerLength > MAX_HEADER_BYTES) throw start === 0 ? notAnOsmFile() : brokenOff();
  const header = await readBytes(file, start + 4, headerLength);
  if (header.length < headerLength) throw brokenOff();
  const { type, size } = intact(() =>
    new PbfReader(header).readFields(
      (field, result, pbf) => {
        if (field === 1) result.type = pbf.readString();
        else if (field === 3) result.size = pbf.readVarint();
      },
      { type: '', size: -1 },
    ),
  );
  if (size < 0 || size > MAX_BLOCK_BYTES) throw start === 0 ? notAnOsmFile() : damaged();
  const bytes = await readBytes(file, start + 4 + headerLength, size);
  if (bytes.length < size) throw brokenOff();
  const data = decompress(bytes);
  // Awaited later, if at all.
  data.catch(() => {});
  return { type, data, end: start + 4 + headerLength + size };
}

async function readBytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}

async function decompress(blob: Uint8Array): Promise<Uint8Array> {
  const { raw, zlib, isOther } = intact(() =>
    new PbfReader(blob).readFields<{ raw?: Uint8Array; zlib?: Uint8Array; isOther: boolean }>(
      (field, result, pbf) => {
        if (field === 1) result.raw = pbf.readBytes();
        else if (field === 3) result.zlib = pbf.readBytes();
        else if (field !== 2) result.isOther = true;
      },
      { isOther: false },
    ),
  );
  if (raw) return raw;
  if (zlib)
    return await promisify(inflate)(zlib, { maxOutputLength: MAX_BLOCK_BYTES }).catch(() => {
      throw damaged();
    });
  if (isOther)
    throw new UnsupportedOsmFile(
      'The file is compressed with LZ4, Zstandard or LZMA. Convert it: osmium cat input.osm.pbf -o output.osm.pbf',
    );
  throw damaged();
}

async function withFile<Result>(path: string, use: (file: FileHandle) => Promise<Result>): Promise<Result> {
  const file = await open(path);
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

/** Errors of the decoder mean that the file is damaged. */
function intact<Result>(decode: () => Result): Result {
  try {
    return decode();
  } catch (error) {
    if (error instanceof UnsupportedOsmFile || error instanceof DamagedOsmFile) throw error;
    throw damaged(error);
  }
}

const notAnOsmFile = () =>
  new DamagedOsmFile(
    'The file is not an OpenStreetMap extract in PBF format. Download a file that ends in .osm.pbf.',
  );
const brokenOff = () =>
  new DamagedOsmFile(
    'The file ends in the middle of a block: the download is incomplete or was interrupted. Download it again.',
  );
const damaged = (cause?: unknown) =>
  new DamagedOsmFile('The file is damaged: download it again and compare its checksum.', { cause });
