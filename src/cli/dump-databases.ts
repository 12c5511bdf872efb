// Backups of a PostgreSQL of one's own, with its own tools: pg_dump and pg_restore must be there, and not be older than the
// server.
import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type EnvironmentConfig, inheritedVariables } from '../config.ts';
import { type KeptFile, keepChunks } from '../lib/kept-folder.ts';

const run = promisify(execFile);

export function dumpName(environment: string): string {
  return `${environment}.dump`;
}

export async function dumpDatabases(
  environments: readonly EnvironmentConfig[],
  folder: string,
): Promise<KeptFile[]> {
  const files: KeptFile[] = [];
  for (const { name, databaseUrl } of environments) {
    const draft = join(folder, `${dumpName(name)}.draft`);
    // An ordinary owner is held to row-level security too, and pg_dump refuses to leave rows out; this role sees them all.
    await runTool('pg_dump', databaseUrl ?? '', [
      '--format=custom',
      '--no-owner',
      '--role=waybill_system',
      '--enable-row-security',
      `--file=${draft}`,
    ]);
    files.push(await keepChunks(folder, dumpName(name), createReadStream(draft)));
    await rm(draft);
  }
  return files;
}

/** Into a database without tables, as one transaction. */
export async function restoreDump(databaseUrl: string, dump: string): Promise<void> {
  await runTool('pg_restore', databaseUrl, ['--no-owner', '--exit-on-error', '--single-transaction', dump]);
}

/** Command lines are open to all users of a machine: the password goes another way. */
async function runTool(tool: string, databaseUrl: string, args: readonly string[]): Promise<void> {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  const env = { ...inheritedVariables(), ...(password && { PGPASSWORD: password }) };
  try {
    await run(tool, [`--dbname=${url.href}`, ...args], { env });
  } catch (error) {
    throw explain(tool, error);
  }
}

function explain(tool: string, error: unknown): Error {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
    return new Error(
      `${tool} is not installed here. Install PostgreSQL's client programs in the server's version or newer (on Debian: apt-get install postgresql-client), ` +
        'use the backups of whoever runs the server, or "waybill export <folder>", which needs nothing.',
    );
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
  const tooOld = /server version mismatch/.test(said)
    ? `\nInstall a ${tool} that is at least as new as the server.`
    : '';
  return new Error(`${tool} failed: ${said}${tooOld}`, { cause: error });
}
