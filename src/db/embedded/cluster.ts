// Creates the PostgreSQL cluster (the data directory of the server) at the first start, atomically, and refuses a
// cluster that this version cannot serve.
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { chmod, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT, type ExitCode, ExitError } from '../../lib/exit-error.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { PreparedServer, ServerPaths } from './server-paths.ts';
import { explainSpawnError, pathFromInside, startProgram } from './server-process.ts';
import { chownToServerUser } from './server-user.ts';

export const SUPERUSER = 'waybill';
const DRAFT_PREFIX = 'postgres-draft-';

/**
 * Settings that an operator may change in postgresql.conf. Settings that safety depends on are passed at each start
 * instead.
 */
const SETTINGS = {
  max_connections: '200',
  shared_buffers: '128MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'on',
  log_filename: 'postgresql-%Y-%m-%d_%H%M%S.log',
  log_rotation_age: '1d',
  log_rotation_size: '10MB',
};

export function hasCluster({ clusterFolder }: ServerPaths): boolean {
  return existsSync(join(clusterFolder, 'PG_VERSION'));
}

/** Requires the lock of the data directory. */
export async function ensureCluster(paths: PreparedServer): Promise<void> {
  await removeDrafts(paths.dataDir);
  if (hasCluster(paths)) {
    refuseOtherVersion(paths);
    handOverToServerUser(paths);
  } else {
    refuseForeignFiles(paths.clusterFolder);
    requireFreeSpace(paths);
    await createCluster(paths);
  }
}

export function requireCluster(paths: ServerPaths): void {
  if (hasCluster(paths)) return;
  throw new EmbeddedPostgresError(`The database in ${paths.clusterFolder} was removed while it was in use.`, {
    todo: 'Restore the directory, or restart Waybill to start with an empty database.',
  });
}

/** A first start of both environments writes less than 96 MB (test/faults/full-disk.test.ts); the rest is a reserve. */
export const FIRST_START_MB = 128;
const BYTES_PER_MB = 2 ** 20;

/** For a data directory without a cluster. */
export function requireFreeSpace({ dataDir }: Pick<ServerPaths, 'dataDir'>): void {
  const { bavail, bsize } = statfsSync(dataDir);
  const freeMb = Math.floor((bavail * bsize) / BYTES_PER_MB);
  if (freeMb >= FIRST_START_MB) return;
  throw new ExitError(
    `The disk of ${dataDir} has ${freeMb} MB free, and a new installation needs ${FIRST_START_MB} MB. Free some space, or set DATA_DIR to a directory on another disk.`,
    EXIT.unavailable,
  );
}

async function createCluster(paths: PreparedServer): Promise<void> {
  const draft = join(paths.dataDir, `${DRAFT_PREFIX}${randomBytes(6).toString('hex')}`);
  await mkdir(draft, { mode: 0o700 });
  try {
    await chmod(draft, 0o700);
    chownToServerUser(draft, paths.user);
    await runInitdb(paths, draft);
    await rename(draft, paths.clusterFolder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

function runInitdb(paths: PreparedServer, folder: string): Promise<void> {
  const { user, binaries } = paths;
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = [`--username=${SUPERUSER}`, '--auth-local=trust', '--auth-host=reject'];
  // One call for the file system instead of one for each of a thousand files.
  const sync = process.platform === 'linux' ? ['--sync-method=syncfs'] : [];
  const args = [
    '-D',
    pathFromInside(folder, user),
    '--no-instructions',
    ...access,
    ...locale,
    ...sync,
    ...settings,
  ];
  return new Promise((resolve, reject) => {
    paths.stopping?.throwIfAborted();
    const child = startProgram(binaries.initdb, args, { folder, user, stdio: ['ignore', 'ignore', 'pipe'] });
    let output = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    // initdb ignores SIGINT while it waits for a child process.
    paths.stopping?.addEventListener('abort', () => child.kill('SIGTERM'), { once: true });
    child.on('error', (error) => reject(explainSpawnError(error, binaries.initdb)));
    child.on('close', (code) => (code === 0 ? resolve() : reject(cannotCreate(paths, output))));
    paths.whileStarting?.();
  });
}

function cannotCreate(paths: ServerPaths, output: string): EmbeddedPostgresError {
  const problem = `The embedded PostgreSQL server could not create its database in ${paths.dataDir}.`;
  const [, todo, exitCode] = HINTS.find(([pattern]) => pattern.test(output)) ?? [];
  return new EmbeddedPostgresError(problem, {
    log: output.trim(),
    todo: todo ?? 'Fix the reported error and start again.',
    exitCode: exitCode ?? EXIT.failure,
  });
}

const HINTS: [RegExp, string, ExitCode][] = [
  [
    /No space left/i,
    `The disk is full: a new installation needs ${FIRST_START_MB} MB. Free some space and start again.`,
    EXIT.unavailable,
  ],
  [
    /could not look up effective user ID/,
    'PostgreSQL requires a named user: start Waybill as a user that is listed in /etc/passwd, or as root.',
    EXIT.configuration,
  ],
];

/** Drafts of processes that were killed during creation. The lock guarantees that no other process has a draft. */
async function removeDrafts(dataDir: string): Promise<void> {
  const drafts = (await readdir(dataDir)).filter((name) => name.startsWith(DRAFT_PREFIX));
  const options = { recursive: true, force: true };
  // An orphaned initdb may still be writing there: the next start removes the rest.
  await Promise.all(drafts.map((name) => rm(join(dataDir, name), options).catch(() => undefined)));
}

function refuseOtherVersion({ clusterFolder, binaries }: PreparedServer): void {
  const version = readFileSync(join(clusterFolder, 'PG_VERSION'), 'utf8').trim();
  if (version === String(binaries.majorVersion)) return;
  if (!/^\d+$/.test(version)) {
    throw new EmbeddedPostgresError(
      `The database in ${clusterFolder} is damaged: its file PG_VERSION contains ${JSON.stringify(version.slice(0, 40))} instead of ${binaries.majorVersion}.`,
      { todo: 'Restore the directory from a backup, or move it away to start with an empty database.' },
    );
  }
  throw new EmbeddedPostgresError(
    `The database in ${clusterFolder} was created by PostgreSQL ${version}, but this version of Waybill includes PostgreSQL ${binaries.majorVersion}.`,
    {
      todo: 'Run "waybill export" with the Waybill version that created it, then "waybill import" with this version and another DATA_DIR; or move the directory away to start with an empty database.',
    },
  );
}

function refuseForeignFiles(clusterFolder: string): void {
  if (!existsSync(clusterFolder) || readdirSync(clusterFolder).length === 0) return;
  throw new EmbeddedPostgresError(
    `The directory ${clusterFolder} contains files but no PostgreSQL database (PG_VERSION is missing).`,
    { todo: 'Restore it from a backup, or move it away to start with an empty database.' },
  );
}

/** A backup copied back by root belongs to root, and PostgreSQL requires the cluster to belong to its user. */
function handOverToServerUser({ clusterFolder, user }: ServerPaths): void {
  if (!user.switched || statSync(clusterFolder).uid === user.uid) return;
  for (const name of readdirSync(clusterFolder, { recursive: true })) {
    chownToServerUser(join(clusterFolder, String(name)), user);
  }
  // Last, so that an interrupted change of ownership is repeated at the next start.
  chownToServerUser(clusterFolder, user);
}
