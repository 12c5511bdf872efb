import { appendFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  fillKeptFolder,
  keepChunks,
  type Manifest,
  readManifest,
  verifyKeptFiles,
} from './backup-directory.ts';

describe('a folder that is kept', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'waybill-kept-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const fill = () =>
    fillKeptFolder(folder, async () => ({
      files: [await keepChunks(folder, 'a/b', [Buffer.from('one'), Buffer.from('two')])],
    }));

  it('is as its manifest says', async () => {
    const { files } = await fill();
    expect(await readManifest(folder)).toEqual({ files });
    expect(files).toMatchObject([{ path: 'a/b', bytes: 6 }]);
    await verifyKeptFiles(folder, files);
  });

  it('is refused where it holds anything, and left empty where it could not be filled', async () => {
    const failing = fillKeptFolder(folder, async () => {
      await keepChunks(folder, 'half', [Buffer.from('of it')]);
      throw new Error('the disk is full');
    });
    await expect(failing).rejects.toThrow('the disk is full');
    expect(readdirSync(folder)).toEqual([]);
    writeFileSync(join(folder, 'mine'), '');
    await expect(fill()).rejects.toThrow(/is not empty/);
    expect(readdirSync(folder)).toEqual(['mine']);
  });

  it('says which file was changed, cut or lost', async () => {
    const { files }: Manifest = await fill();
    writeFileSync(join(folder, 'a/b'), 'onetwO');
    await expect(verifyKeptFiles(folder, files)).rejects.toThrow(/damaged.*a\/b: its content was changed/s);
    writeFileSync(join(folder, 'a/b'), 'one');
    await expect(verifyKeptFiles(folder, files)).rejects.toThrow(/a\/b: 3 bytes in place of 6/);
    rmSync(join(folder, 'a/b'));
    await expect(verifyKeptFiles(folder, files)).rejects.toThrow(/a\/b: ENOENT/);
  });

  it('is not taken for finished without its manifest, nor with another', async () => {
    await expect(readManifest(folder)).rejects.toThrow(/holds no finished copy/);
    await fill();
    appendFileSync(join(folder, 'manifest.json'), ' ');
    await expect(readManifest(folder)).rejects.toThrow(/manifest.json is damaged/);
  });
});
