// Names of the migrations that this build contains, in the order in which they are applied.
import { readdir } from 'node:fs/promises';
import { projectRoot } from '../lib/project-root.ts';

export const migrationsFolder = new URL('migrations/', projectRoot);

export async function migrationNames(folder: URL = migrationsFolder): Promise<string[]> {
  const files = await readdir(folder);
  return files
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -4))
    .sort();
}
