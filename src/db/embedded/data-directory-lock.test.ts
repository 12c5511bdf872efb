import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { timeGoal } from '../../../test/support/scale.ts';
import { LockTimeoutError, withDataDirectoryLock } from './data-directory-lock.ts';
import { formatIdentity, ownIdentity } from './process-identity.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waybill-lock-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test('admits one holder at a time, and every waiter eventually', async () => {
  let inside = 0;
  let entered = 0;
  const visit = () =>
    withDataDirectoryLock(folder, 60_000, async () => {
      inside += 1;
      expect(inside).toBe(1);
      await sleep(2);
      inside -= 1;
      entered += 1;
    });
  await Promise.all(Array.from({ length: 25 }, visit));
  expect(entered).toBe(25);
  expect(await readdir(folder)).toEqual(['lock-25']);
});

test('takes over the lock of a dead holder immediately', async () => {
  await writeFile(join(folder, 'lock-7'), formatIdentity({ ...ownIdentity(), startedAt: '1' }));
  const startedAtMs = Date.now();
  expect(await withDataDirectoryLock(folder, 60_000, async () => 'in')).toBe('in');
  expect(Date.now() - startedAtMs).toBeLessThan(timeGoal(1_000));
  expect(await readdir(folder)).toEqual(['lock-8']);
});

test('times out with the pid of the holder', async () => {
  await writeFile(join(folder, 'lock-7'), formatIdentity(ownIdentity()));
  const waiting = withDataDirectoryLock(folder, 50, async () => 'in');
  await expect(waiting).rejects.toThrow(LockTimeoutError);
  await expect(waiting).rejects.toMatchObject({ holderPid: process.pid });
});

test('releases the lock when the action fails', async () => {
  const failing = withDataDirectoryLock(folder, 50, () => Promise.reject(new Error('disk full')));
  await expect(failing).rejects.toThrow('disk full');
  expect(await withDataDirectoryLock(folder, 50, async () => 'in')).toBe('in');
});
