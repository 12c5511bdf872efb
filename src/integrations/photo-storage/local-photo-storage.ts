// Photo storage in a local directory, with subdirectories by the first two characters of the name. Writes are atomic:
// temporary file, fsync, rename.
import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FoundPhoto, PhotoStorage } from './photo-storage.ts';

export class LocalPhotoStorage implements PhotoStorage {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(name: string, jpeg: Buffer): Promise<void> {
    const path = this.#path(name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const temporaryPath = `${path}.${randomBytes(6).toString('hex')}`;
    try {
      const file = await open(temporaryPath, 'wx', 0o600);
      try {
        await file.writeFile(jpeg);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporaryPath, path);
    } catch (error) {
      await rm(temporaryPath, { force: true });
      throw error;
    }
  }

  async find(name: string): Promise<FoundPhoto | null> {
    try {
      return { kind: 'bytes', bytes: await readFile(this.#path(name)) };
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    }
  }

  async remove(name: string): Promise<void> {
    await rm(this.#path(name), { force: true });
  }

  #path(name: string): string {
    return join(this.#folder, photoPath(name));
  }
}

/** Relative to the folder of the environment. */
export function photoPath(name: string): string {
  return join(name.slice(0, 2), `${name}.jpg`);
}
