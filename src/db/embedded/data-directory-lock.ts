// Mutex between processes over one directory, without a server and without stale locks.
//
// The lock is a series of files lock-1, lock-2, …; the writer of the newest file holds the lock until the file is
// emptied or the writer is dead. Acquiring means creating the next number, which the file system grants to one process
// only. The newest number never decreases, so a process that was delayed between reading and creating cannot hold the
// lock together with another process: it finds a newer number and starts over.
import { randomBytes } from 'node:crypto';
import { link, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from './embedded-postgres-error.ts';
import { formatIdentity, isAlive, ownIdentity, parseIdentity } from './process-identity.ts';

const POLL_MS = 20;

export class LockTimeoutError extends Error {
  readonly holderPid: number | undefined;

  constructor(folder: string, holderPid: number | undefined) {
    super(`Another process (pid ${holderPid ?? 'unknown'}) still holds the lock in ${folder}`);
    this.name = 'LockTimeoutError';
    this.holderPid = holderPid;
  }
}

export async function withDataDirectoryLock<T>(
  folder: string,
  waitMs: number,
  action: () => Promise<T>,
): Promise<T> {
  const number = await acquire(folder, waitMs);
  try {
    return await action();
  } finally {
    // A removed directory has no lock to release; the failure must not replace the error of the action.
    await truncate(lockFile(folder, number)).catch(() => undefined);
  }
}

async function acquire(folder: string, waitMs: number): Promise<number> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    const newest = await newestNumber(folder);
    const holderPid = await keyOwnerOf(folder, newest);
    if (holderPid === null) {
      if (await claim(folder, newest + 1)) return newest + 1;
    } else if (Date.now() > deadline) {
      throw new LockTimeoutError(folder, holderPid);
    } else {
      await sleep(POLL_MS);
    }
  }
}

async function claim(folder: string, number: number): Promise<boolean> {
  const draft = join(folder, `claim-${process.pid}-${randomBytes(6).toString('hex')}`);
  // Written to a draft and linked into place: a lock file without content would look released.
  await writeFile(draft, formatIdentity(ownIdentity()), { flag: 'wx', mode: 0o644 });
  try {
    await link(draft, lockFile(folder, number));
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const numbers = await lockNumbers(folder);
  const overtaken = numbers.some((other) => other > number);
  const outdated = overtaken ? [number] : numbers.filter((other) => other < number);
  await Promise.all(outdated.map((other) => rm(lockFile(folder, other), { force: true })));
  return !overtaken;
}

/** The pid of the live holder of this number; null if there is none. */
async function keyOwnerOf(folder: string, number: number): Promise<number | null> {
  if (number === 0) return null;
  const text = await readFile(lockFile(folder, number), 'utf8').catch(() => '');
  const identity = parseIdentity(text);
  return identity && isAlive(identity) ? identity.pid : null;
}

async function newestNumber(folder: string): Promise<number> {
  return Math.max(0, ...(await lockNumbers(folder)));
}

async function lockNumbers(folder: string): Promise<number[]> {
  const names = await readdir(folder);
  return names.flatMap((name) => (/^lock-\d+$/.test(name) ? [Number(name.slice(5))] : []));
}

function lockFile(folder: string, number: number): string {
  return join(folder, `lock-${number}`);
}
