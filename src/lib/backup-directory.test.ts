import { appendFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Manifest,
  readManifest,
  verifyBackupFiles,
  writeBackupDirectory,
  writeBackupFile,
} from './backup-directory.ts';

describe('a backup directory', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'waybill-kept-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const fill = () =>
    writeBackupDirectory(folder, async () => ({
      files: [await writeBackupFile(folder, 'a/b', [Buffer.from('one'), Buffer.from('two')])],
    }));

  it('matches its manifest', async () => {
    const { files } = await fill();
    expect(await readManifest(folder)).toEqual({ files });
    expect(files).toMatchObject([{ path: 'a/b', bytes: 6 }]);
    await verifyBackupFiles(folder, files);
  });

  it('must be empty, and is emptied after a failure', async () => {
    const failing = writeBackupDirectory(folder, async () => {
      await writeBackupFile(folder, 'half', [Buffer.from('of it')]);
      throw new Error('the disk is full');
    });
    await expect(failing).rejects.toThrow('the disk is full');
    expect(readdirSync(folder)).toEqual([]);
    writeFileSync(join(folder, 'mine'), '');
    await expect(fill()).rejects.toThrow(/is not empty/);
    expect(readdirSync(folder)).toEqual(['mine']);
  });

  it('reports files that were changed, truncated or removed', async () => {
    const { files }: Manifest = await fill();
    writeFileSync(join(folder, 'a/b'), 'onetwO');
    await expect(verifyBackupFiles(folder, files)).rejects.toThrow(/damaged.*a\/b: the content changed/s);
    writeFileSync(join(folder, 'a/b'), 'one');
    await expect(verifyBackupFiles(folder, files)).rejects.toThrow(/a\/b: 3 bytes instead of 6/);
    rmSync(join(folder, 'a/b'));
    await expect(verifyBackupFiles(folder, files)).rejects.toThrow(/a\/b: ENOENT/);
  });

  it('is incomplete without its manifest, and damaged if the checksum differs', async () => {
    await expect(readManifest(folder)).rejects.toThrow(/does not contain a complete backup/);
    await fill();
    appendFileSync(join(folder, 'manifest.json'), ' ');
    await expect(readManifest(folder)).rejects.toThrow(/manifest.json is damaged/);
  });
});
