// Starts the PostgreSQL binaries with the right user, working directory and environment.
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { inheritedEnvironment } from '../../config.ts';
import { EXIT } from '../../lib/exit-error.ts';
import { codeOf, EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { canAccess, ROOT_WITHOUT_PRIVILEGES, type ServerUser, spawnAs } from './server-user.ts';

/**
 * Path of `folder` for a program started inside it. If the server's user may not enter the parents, the real path is
 * unusable; on Linux /proc/self/cwd still resolves to the working directory.
 */
export function pathFromInside(folder: string, user: ServerUser): string {
  if (canAccess(folder, user)) return folder;
  if (process.platform === 'linux') return '/proc/self/cwd';
  throw new EmbeddedPostgresError(
    `The user of the embedded PostgreSQL server (uid ${user.uid}) cannot access ${folder}.`,
    {
      todo: 'Start Waybill as an ordinary user, or set DATA_DIR to a directory whose parents all users can access.',
    },
  );
}

/**
 * Starts a program in a directory. The working directory is set before the user is switched, so the parents need not be
 * accessible to that user.
 */
export function startProgram(
  program: string,
  args: string[],
  options: { folder: string; user: ServerUser; stdio: SpawnOptions['stdio']; detached?: boolean },
): ChildProcess {
  const { folder, user, ...rest } = options;
  try {
    return spawn(program, args, { cwd: folder, env: programEnvironment(), ...spawnAs(user), ...rest });
  } catch (error) {
    throw explainSpawnError(error, program);
  }
}

function programEnvironment(): NodeJS.ProcessEnv {
  // PGDATA, PGPORT, PGOPTIONS … of the operator's own PostgreSQL must not affect the embedded server.
  const inherited = Object.entries(inheritedEnvironment()).filter(([name]) => !name.startsWith('PG'));
  return { ...Object.fromEntries(inherited), LC_ALL: 'C', TZ: 'UTC' };
}

/** `spawn` throws some errors and emits others as the child's `error` event. */
export function explainSpawnError(error: unknown, program: string): EmbeddedPostgresError {
  const todo = SPAWN_HINTS[codeOf(error) ?? ''];
  const reason = error instanceof Error ? error.message : String(error);
  return new EmbeddedPostgresError(`The PostgreSQL binary ${program} cannot be run: ${reason}.`, {
    // Others, such as too many processes, may pass.
    ...(todo ? { todo } : { exitCode: EXIT.failure }),
    cause: error,
  });
}

const SPAWN_HINTS: Record<string, string> = {
  ENOENT:
    'The binaries are built for Linux with glibc (Debian, Ubuntu, Fedora …) and for macOS; they do not run on Alpine.',
  EACCES: 'Check that its file system is not mounted "noexec".',
  EPERM: ROOT_WITHOUT_PRIVILEGES,
  EINVAL: ROOT_WITHOUT_PRIVILEGES,
};
