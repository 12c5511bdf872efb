// Prepares something for all workers of a test run: the first that asks for it prepares it, the others wait.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { PATIENCE_MS } from './scale.ts';
import { until } from './until.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Exists as long as the run. */
    runFolder: string;
  }
}

/** Resolves to a folder that `prepare` filled. If it failed, all workers get its error. */
export async function oncePerRun(name: string, prepare: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(inject('runFolder'), name);
  const result = `${folder}.result`;
  if (isFirst(folder)) {
    const failure = await prepare(folder).then(
      () => '',
      (error: unknown) => String(error),
    );
    writeFileSync(`${result}.draft`, failure);
    renameSync(`${result}.draft`, result);
  }
  await until(async () => existsSync(result), Boolean, 2 * PATIENCE_MS);
  const failure = readFileSync(result, 'utf8');
  if (failure !== '') throw new Error(`Preparing the ${name} failed: ${failure}`);
  return folder;
}

/** Creating a folder is atomic: exactly one worker succeeds. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
