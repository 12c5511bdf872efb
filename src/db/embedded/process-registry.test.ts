import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { formatIdentity, ownIdentity } from './process-identity.ts';
import { othersAreRegistered, register, unregister, usersOnOtherHosts } from './process-registry.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waybill-users-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test('counts a process that registered twice until it has unregistered twice', async () => {
  const first = await register(folder);
  const second = await register(folder);
  expect(await othersAreRegistered(folder, first)).toBe(true);
  await unregister(second);
  expect(await othersAreRegistered(folder, first)).toBe(false);
  await unregister(first);
  expect(await readdir(folder)).toEqual([]);
});

test('does not count a killed process, even if its pid is reused', async () => {
  await writeFile(join(folder, `${formatIdentity({ ...ownIdentity(), startedAt: '1' })}.ab`), '');
  await writeFile(join(folder, 'lock-3'), '');
  expect(await othersAreRegistered(folder)).toBe(false);
  expect(await readdir(folder)).toEqual(['lock-3']);
});

test('counts a process in another container only while its heartbeat continues', async () => {
  const living = join(folder, `${formatIdentity({ ...ownIdentity(), host: '00000001' })}.ab`);
  const killed = join(folder, `${formatIdentity({ ...ownIdentity(), host: '00000002' })}.ab`);
  await writeFile(living, '');
  await writeFile(killed, '');
  const heartbeat = setInterval(() => void utimes(living, new Date(), new Date()), 500);
  try {
    expect(await othersAreRegistered(folder)).toBe(true);
    expect(await usersOnOtherHosts(folder)).toEqual([living]);
    expect(await readdir(folder)).toHaveLength(1);
  } finally {
    clearInterval(heartbeat);
  }
});

test('updates the heartbeat of a registered process', async () => {
  const own = await register(folder);
  await utimes(own.file, new Date(0), new Date(0));
  await expect.poll(async () => (await stat(own.file)).mtimeMs).toBeGreaterThan(1_000);
  await unregister(own);
});
