// Embedded PostgreSQL under failures of real machines, with real processes and SIGKILL.
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { DatabaseAddress } from '../../src/db/embedded/embedded-postgres.ts';
import { processCommand, processStartTime } from '../../src/db/embedded/process-identity.ts';
import { killChildren, startChild } from '../support/embedded-postgres-child.ts';
import { PATIENCE_MS, timeGoal } from '../support/scale.ts';

const run = promisify(execFile);
const asRoot = process.getuid?.() === 0;
const UNPRIVILEGED = { uid: 65_534, gid: 65_534 };
const folders: string[] = [];
let template: string;

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'waybill-test-'));
  await chmod(folder, 0o755);
  folders.push(folder);
  return folder;
}

/** Does not exist yet: the server creates everything, as on a first start. */
async function newDataDir(): Promise<string> {
  return join(await newFolder(), 'data');
}

/** Copy of an initialized data folder, which saves the initialization. */
async function usedDataDir(): Promise<string> {
  const dataDir = await newDataDir();
  await run('cp', ['-a', template, dataDir]);
  return dataDir;
}

async function useOnce(dataDir: string, options = {}): Promise<DatabaseAddress> {
  const child = startChild(dataDir, options);
  const address = await child.joined();
  await child.leave();
  return address;
}

async function serverPid(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

function isRunning(pid: number): boolean {
  return processStartTime(pid) !== null;
}

async function isNamedByAnyProcess(path: string): Promise<boolean> {
  const pids = existsSync('/proc')
    ? await readdir('/proc')
    : (await run('ps', ['-axo', 'pid='])).stdout.split('\n');
  return pids.some((pid) => Number(pid) > 0 && processCommand(Number(pid))?.includes(path));
}

async function until<T>(probe: () => Promise<T> | T): Promise<NonNullable<T>> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const value = await Promise.resolve()
      .then(probe)
      .catch(() => null);
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`condition not met within ${PATIENCE_MS} ms`);
    await sleep(20);
  }
}

/** Queries over a new connection, like an application after it lost the old one. */
async function canQuery(address: DatabaseAddress): Promise<boolean> {
  const client = new pg.Client(address);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query('select 1')).rowCount === 1;
  } finally {
    await client.end();
  }
}

async function downTimeMs(address: DatabaseAddress, sinceMs: number): Promise<number> {
  await until(() => canQuery(address));
  return Date.now() - sinceMs;
}

beforeAll(async () => {
  template = join(await newFolder(), 'data');
  folders.pop();
  await useOnce(template);
});

afterAll(() => rm(dirname(template), { recursive: true }));

afterEach(async () => {
  await killChildren();
  for (const folder of folders.splice(0)) {
    // A failed test has left its server running.
    const dataDir = join(folder, 'data');
    if (existsSync(join(dataDir, 'postgres', 'postmaster.pid')))
      await useOnce(dataDir).catch(() => undefined);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

describe('several processes on one data folder', () => {
  test('share one server, and the last one to leave stops it', async () => {
    const dataDir = await usedDataDir();
    const first = startChild(dataDir);
    const address = await first.joined();
    const pid = await serverPid(dataDir);
    await first.ensureDatabase('production');
    await first.query('create table job (id int); insert into job values (7)', 'production');

    const second = startChild(dataDir);
    expect(await second.joined()).toEqual(address);
    expect(await second.query('select id from job', 'production')).toEqual([{ id: 7 }]);

    await first.leave();
    expect(isRunning(pid)).toBe(true);
    expect(await second.query('select id from job', 'production')).toEqual([{ id: 7 }]);

    await second.leave();
    expect(isRunning(pid)).toBe(false);
    expect(existsSync(address.host)).toBe(false);
  });

  test('can start concurrently on a folder that does not exist yet', async () => {
    const dataDir = await newDataDir();
    const both = [startChild(dataDir), startChild(dataDir)];
    const [one, other] = await Promise.all(both.map((child) => child.joined()));
    expect(one).toEqual(other);
    await Promise.all(both.map((child) => child.ensureDatabase('sandbox')));
    const starts = await Promise.all(
      both.map((child) => child.query('select pg_postmaster_start_time() at')),
    );
    expect(starts[0]).toEqual(starts[1]);
    await Promise.all(both.map((child) => child.leave()));
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  });

  test('are not blocked by one that was killed while it held the lock', async () => {
    const dataDir = await newDataDir();
    const victim = startChild(dataDir);
    await until(async () => (await readdir(dataDir)).some((name) => name.startsWith('postgres-draft-')));
    await victim.kill();

    const successor = startChild(dataDir);
    await successor.joined();
    expect(await successor.query('select 1 one')).toEqual([{ one: 1 }]);
    await successor.leave();
    // The killed process's initdb is still running.
    await until(async () => !(await isNamedByAnyProcess(dataDir)));
  });
});

describe('after SIGKILL', () => {
  test('of all processes, the next one takes over the running server with its data', async () => {
    const dataDir = await usedDataDir();
    const victim = startChild(dataDir);
    const address = await victim.joined();
    await victim.query('create table job (id int); insert into job values (7)');
    const pid = await serverPid(dataDir);
    await victim.kill();

    const successor = startChild(dataDir);
    expect(await successor.joined()).toEqual(address);
    expect(await serverPid(dataDir)).toBe(pid);
    expect(await successor.query('select id from job')).toEqual([{ id: 7 }]);
    await successor.leave();
    expect(isRunning(pid)).toBe(false);
  });

  test('of the server, it restarts within five seconds with all committed data, even during a query', async () => {
    const dataDir = await usedDataDir();
    const child = startChild(dataDir);
    const address = await child.joined();
    await child.query('create table job (id int); insert into job values (7)');
    const busy = new pg.Client(address);
    busy.on('error', () => undefined);
    await busy.connect();
    const endless = busy.query('do $$ begin loop end loop; end $$').catch(() => 'cut off');
    await until(
      async () =>
        (
          await child.query(
            "select 1 from pg_stat_activity where query like 'do %loop%' and state = 'active' and pid <> pg_backend_pid()",
          )
        ).length,
    );

    const killedAtMs = Date.now();
    process.kill(await serverPid(dataDir), 'SIGKILL');
    expect(await downTimeMs(address, killedAtMs)).toBeLessThan(timeGoal(5_000));
    expect(await child.query('select id from job')).toEqual([{ id: 7 }]);
    expect(await endless).toBe('cut off');
    expect(child.log).toContain('warn: embedded PostgreSQL down; restarting');
    await child.leave();
  });
});

describe('a server that is stopped from outside', () => {
  test('restarts within five seconds although clients are still connected', async () => {
    const dataDir = await usedDataDir();
    const child = startChild(dataDir);
    const address = await child.joined();
    const idle = new pg.Client(address);
    idle.on('error', () => undefined);
    await idle.connect();
    const pid = await serverPid(dataDir);
    const stoppedAtMs = Date.now();
    process.kill(pid, 'SIGTERM');
    await until(async () => (await serverPid(dataDir)) !== pid);
    expect(await downTimeMs(address, stoppedAtMs)).toBeLessThan(timeGoal(5_000));
    await child.leave();
  });

  test('is available at the same address after its socket was removed', async () => {
    const dataDir = await usedDataDir();
    const child = startChild(dataDir);
    const address = await child.joined();
    const removedAtMs = Date.now();
    await rm(address.host, { recursive: true });
    expect(await downTimeMs(address, removedAtMs)).toBeLessThan(timeGoal(5_000));
    await child.leave();
  });
});

describe('a process', () => {
  test('that exits without leaving is not blocked, stops the server, and leaves nothing in the way of the next one', async () => {
    const dataDir = await usedDataDir();
    const leaver = startChild(dataDir);
    await leaver.joined();
    const pid = await serverPid(dataDir);
    expect(await leaver.finish()).toBe(0);

    // At once: the server may still be shutting down.
    const successor = startChild(dataDir);
    await successor.joined();
    const next = await serverPid(dataDir);
    await successor.leave();
    expect([pid, next].filter(isRunning)).toEqual([]);
  });

  test('does not mistake another program for the server because of a stale pid file', async () => {
    const dataDir = await usedDataDir();
    const { host } = await useOnce(dataDir);
    // PostgreSQL itself only refuses pids of its own user, so the other process must be one.
    const otherProcess = spawn('sleep', ['600'], asRoot ? UNPRIVILEGED : {});
    const stale = `${otherProcess.pid}\n${join(dataDir, 'postgres')}\n1700000000\n5432\n${host}\n\n  1 1\nready   \n`;
    await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), stale);
    await mkdir(host, { mode: 0o700 });
    await writeFile(join(host, '.s.PGSQL.5432.lock'), stale);

    const second = startChild(dataDir);
    await second.joined();
    expect(await serverPid(dataDir)).not.toBe(otherProcess.pid);
    await second.leave();
    expect(isRunning(otherProcess.pid ?? 0)).toBe(true);
    otherProcess.kill('SIGKILL');
  });
});

test('a database that is deleted while in use is reported and not replaced by an empty one', async () => {
  const dataDir = await usedDataDir();
  const child = startChild(dataDir);
  const { host } = await child.joined();
  const pid = await serverPid(dataDir);
  await rm(join(dataDir, 'postgres'), { recursive: true, maxRetries: 5 });
  await until(async () => {
    await child.query('select 1').catch(() => undefined);
    return child.log.includes('error: failed to restart embedded PostgreSQL');
  });
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  // PostgreSQL checks for its folder once a minute and exits if it is gone.
  if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  await child.leave();
  await rm(host, { recursive: true });
});

describe('if it cannot start, the message says why and what to do', () => {
  test('for a damaged or foreign PG_VERSION', async () => {
    const dataDir = await newDataDir();
    await mkdir(join(dataDir, 'postgres'), { recursive: true, mode: 0o700 });
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '\0\0\0');
    const damaged = startChild(dataDir).joined();
    await expect(damaged).rejects.toThrow(/is damaged: its file PG_VERSION contains .*backup.*DATABASE_URL/s);

    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
    const older = startChild(dataDir).joined();
    await expect(older).rejects.toThrow(
      /created by PostgreSQL 17, but this version of Waybill includes PostgreSQL 18.*waybill export.*waybill import/s,
    );
  });

  test('for a setting that the server rejects, with the last lines of its log', async () => {
    const dataDir = await usedDataDir();
    await writeFile(join(dataDir, 'postgres', 'postgresql.auto.conf'), "shared_buffers = 'plenty'\n");
    const refused = startChild(dataDir).joined();
    await expect(refused).rejects.toThrow(
      new RegExp(
        `Its data directory is ${dataDir}.*invalid value for parameter "shared_buffers".*DATABASE_URL`,
        's',
      ),
    );
  });

  test('for a data folder that is a file', async () => {
    const dataDir = await newDataDir();
    await writeFile(dataDir, '');
    await expect(startChild(dataDir).joined()).rejects.toThrow(/cannot be used.*set DATA_DIR.*DATABASE_URL/s);
  });

  test('for a data folder that cannot be created', async () => {
    await expect(startChild('/proc/waybill/data').joined()).rejects.toThrow(/cannot be used.*set DATA_DIR/s);
  });
});
