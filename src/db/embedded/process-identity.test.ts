import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { formatIdentity, isAlive, ownIdentity, parseIdentity, processStartTime } from './process-identity.ts';

test('a process knows itself to be alive, also from what it wrote down', () => {
  expect(isAlive(ownIdentity())).toBe(true);
  expect(parseIdentity(formatIdentity(ownIdentity()))).toEqual(ownIdentity());
});

test('a process that was killed is not alive', async () => {
  const child = spawn('sleep', ['60']);
  await once(child, 'spawn');
  const pid = child.pid ?? 0;
  const identity = { ...ownIdentity(), pid, startedAt: processStartTime(pid) ?? '' };
  expect(isAlive(identity)).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(isAlive(identity)).toBe(false);
});

test('a process that was given the pid of an earlier one is not taken for it', () => {
  expect(isAlive({ ...ownIdentity(), startedAt: '1' })).toBe(false);
});

test('a process in another container is not taken for the one with the same pid here', () => {
  expect(isAlive({ ...ownIdentity(), host: '00000000' })).toBe(false);
});

test('a process that has ended is not alive although nobody has fetched its exit code', async () => {
  // `exec` replaces the shell by a program that never waits for the shell's child, so the child stays a zombie.
  const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60']);
  const [line] = await once(parent.stdout, 'data');
  const pid = Number(String(line));
  expect(processStartTime(pid)).not.toBeNull();
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => processStartTime(pid)).toBeNull();
  expect(() => process.kill(pid, 0)).not.toThrow();
  parent.kill('SIGKILL');
});

test('text that is no identity is not read as one', () => {
  expect(parseIdentity('')).toBeNull();
  expect(parseIdentity('lock-3')).toBeNull();
});
