// Logical backups of an external PostgreSQL with pg_dump and pg_restore. Both must be installed, in the server's
// version or newer.
import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type EnvironmentConfig, inheritedEnvironment } from '../config.ts';
import { type BackupFile, writeBackupFile } from '../lib/backup-directory.ts';

const run = promisify(execFile);

export function dumpName(environment: string): string {
  return `${environment}.dump`;
}

export async function dumpDatabases(
  environments: readonly EnvironmentConfig[],
  folder: string,
): Promise<BackupFile[]> {
  const files: BackupFile[] = [];
  for (const { name, databaseUrl, migrationUrl } of environments) {
    const draft = join(folder, `${dumpName(name)}.draft`);
    await runTool('pg_dump', migrationUrl ?? databaseUrl ?? '', [
      '--format=custom',
      '--no-owner',
      `--file=${draft}`,
    ]);
    files.push(await writeBackupFile(folder, dumpName(name), createReadStream(draft)));
    await rm(draft);
  }
  return files;
}

/** Restores into a database without tables, in one transaction. */
export async function restoreDump(databaseUrl: string, dump: string): Promise<void> {
  await runTool('pg_restore', databaseUrl, ['--no-owner', '--exit-on-error', '--single-transaction', dump]);
}

/** Passes the password in PGPASSWORD: command lines are visible to all users of the machine. */
async function runTool(tool: string, databaseUrl: string, args: readonly string[]): Promise<void> {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  const env = { ...inheritedEnvironment(), ...(password && { PGPASSWORD: password }) };
  try {
    await run(tool, [`--dbname=${url.href}`, ...args], { env });
  } catch (error) {
    throw explain(tool, error);
  }
}

function explain(tool: string, error: unknown): Error {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
    return new Error(
      `${tool} is not installed. Install the PostgreSQL client programs in the server's version or newer (on Debian: apt-get install postgresql-client), ` +
        'use the backups of your database provider, or run "waybill export <folder>", which needs no other program.',
    );
  const output = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
  const hint = hints.find(([pattern]) => pattern.test(output))?.[1] ?? '';
  return new Error(`${tool} failed: ${output}${hint}`, { cause: error });
}

/** BYPASSRLS does not affect requests: they run as roles without it. */
const hints: [RegExp, string][] = [
  [/server version mismatch/, '\nInstall a version that is at least as new as the server.'],
  [
    /row-level security/,
    '\nRow-level security applies to the user that dumps (in MIGRATION_DATABASE_URL or DATABASE_URL), so the dump would be empty. Ask an administrator to run "alter role <user> bypassrls", or use "waybill export <folder>", which does not need this attribute.',
  ],
];
