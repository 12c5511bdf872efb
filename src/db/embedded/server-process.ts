// How the PostgreSQL programs are started: as whom, where, and with which environment.

import type { SpawnOptions } from 'node:child_process';
import { inheritedVariables } from '../../config.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { canReach, type ServerUser, spawnAs } from './server-user.ts';

/**
 * The path by which a program that is started inside the folder can name it. Where the folder's parents are closed to
 * the server's user its real path is of no use; Linux still leads a process to the folder it was started in.
 */
export function folderAsSeenInside(folder: string, user: ServerUser): string {
  if (canReach(folder, user)) return folder;
  if (process.platform === 'linux') return '/proc/self/cwd';
  throw new EmbeddedPostgresError(
    `The user that the embedded PostgreSQL server runs as (uid ${user.uid}) may not enter ${folder}.`,
    {
      todo: 'Start Waybill as an ordinary user, or set DATA_DIR to a folder whose parents all users may enter.',
    },
  );
}

/** The folder is entered before the user is changed, so it may lie in a folder that is closed to that user. */
export function programOptions(folder: string, user: ServerUser): SpawnOptions {
  return { cwd: folder, env: programEnvironment(), ...spawnAs(user) };
}

function programEnvironment(): NodeJS.ProcessEnv {
  // PGDATA, PGPORT, PGOPTIONS … of the operator's own PostgreSQL must not reach ours.
  const inherited = Object.entries(inheritedVariables()).filter(([name]) => !name.startsWith('PG'));
  return { ...Object.fromEntries(inherited), LC_ALL: 'C', TZ: 'UTC' };
}

export function explainSpawnError(error: NodeJS.ErrnoException, program: string): EmbeddedPostgresError {
  const todo = SPAWN_HINTS[error.code ?? ''];
  return new EmbeddedPostgresError(`The PostgreSQL program ${program} cannot be run: ${error.message}.`, {
    ...(todo ? { todo } : {}),
    cause: error,
  });
}

const SPAWN_HINTS: Record<string, string> = {
  ENOENT:
    'The programs are made for Linux with glibc (Debian, Ubuntu, Fedora …) and for macOS; they do not run on Alpine.',
  EACCES: 'Check that the file system they are on is not mounted "noexec".',
  EPERM: 'This root user may not start programs as another user. Start Waybill as an ordinary user.',
  EINVAL: 'This root user has no other users to start programs as. Start Waybill as an ordinary user.',
};
