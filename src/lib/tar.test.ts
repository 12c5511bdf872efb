import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { readTar, tarEnd, tarHeader, tarPadding } from './tar.ts';

const folder = mkdtempSync(join(tmpdir(), 'waybill-tar-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const files = [
  ['2/000/744/893.gph', Buffer.alloc(1_300, 7)],
  ['empty', Buffer.alloc(0)],
  ['block', Buffer.alloc(512, 1)],
] as const;
const archive = Buffer.concat([
  ...files.flatMap(([path, content]) => [
    tarHeader({ path, size: content.length }),
    content,
    tarPadding(content.length),
  ]),
  tarEnd,
]);

async function read(bytes: Buffer, chunkSize: number): Promise<[string, Buffer][]> {
  const found: [string, Buffer][] = [];
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkSize) }, (_, index) =>
    bytes.subarray(index * chunkSize, (index + 1) * chunkSize),
  );
  await readTar(Readable.from(chunks), {
    isWanted: (path) => path !== 'block',
    onFile: async (path, content) => {
      found.push([path, Buffer.from(content)]);
    },
  });
  return found;
}

describe('tar files', () => {
  it.each([1, 100, 512, 10_000])('are read in chunks of %i bytes, without unwanted files', async (size) => {
    expect(await read(archive, size)).toEqual(files.slice(0, 2));
  });

  it('are understood by tar', () => {
    const path = join(folder, 'archive.tar');
    writeFileSync(path, archive);
    const names = execFileSync('tar', ['-tf', path], { encoding: 'utf8' }).trim().split('\n');
    expect(names).toEqual(files.map(([name]) => name));
    expect(execFileSync('tar', ['-xOf', path, '2/000/744/893.gph'])).toEqual(files[0][1]);
  });

  it('are refused if they are damaged or incomplete', async () => {
    const damaged = Buffer.from(archive);
    damaged[3] = 0x41;
    await expect(read(damaged, 512)).rejects.toThrow('damaged');
    await expect(read(archive.subarray(0, 1_000), 512)).rejects.toThrow('incomplete');
    // Within the header of the second file.
    await expect(read(archive.subarray(0, 2_100), 512)).rejects.toThrow('incomplete');
  });

  it('wait until a file is written, and stop if it cannot be', async () => {
    const begun: string[] = [];
    const reading = readTar(Readable.from([archive]), {
      isWanted: () => true,
      onFile: (path) => {
        begun.push(path);
        return Promise.reject(new Error('no space left'));
      },
    });
    await expect(reading).rejects.toThrow('no space left');
    expect(begun).toEqual([files[0][0]]);
  });
});
