// npm packages of the SDK and the partner CLI that the build packed into dist/downloads; read once, kept in memory.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { projectRoot } from '../../lib/project-root.ts';

const builtFolder = new URL('dist/downloads/', projectRoot);

export interface DownloadEntry {
  /** Name in package.json: `@waybill/sdk`. */
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly file: string;
  /** In bytes. */
  readonly size: number;
  /** As npm writes it into lockfiles: `sha512-…`. */
  readonly integrity: string;
}

export interface Download extends DownloadEntry {
  readonly bytes: Buffer;
}

let cached: Promise<readonly Download[]> | undefined;

export function readDownloads(): Promise<readonly Download[]> {
  cached ??= load().catch((error: unknown) => {
    cached = undefined;
    throw error;
  });
  return cached;
}

async function load(): Promise<readonly Download[]> {
  const list = new URL('packages.json', builtFolder);
  const text = await readFile(list, 'utf8').catch((error: unknown) => {
    throw new Error(`${fileURLToPath(list)} is missing: run \`npm run build\``, { cause: error });
  });
  const { packages } = JSON.parse(text) as { packages: readonly DownloadEntry[] };
  return Promise.all(
    packages.map(async (entry) => ({ ...entry, bytes: await readFile(new URL(entry.file, builtFolder)) })),
  );
}

/** The CLI is a program for the whole machine, the SDK a dependency of one project. */
export function installCommand({ name, file }: DownloadEntry, publicUrl: string): string {
  const isProgram = name === '@waybill/cli';
  return `npm install ${isProgram ? '--global ' : ''}${publicUrl}/downloads/${file}`;
}
