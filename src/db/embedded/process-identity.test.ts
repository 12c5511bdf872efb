import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { formatIdentity, isAlive, ownIdentity, parseIdentity, processStartTime } from './process-identity.ts';

test('reports the own process as alive, also after formatting and parsing', () => {
  expect(isAlive(ownIdentity())).toBe(true);
  expect(parseIdentity(formatIdentity(ownIdentity()))).toEqual(ownIdentity());
});

test('reports a killed process as dead', async () => {
  const child = spawn('sleep', ['60']);
  await once(child, 'spawn');
  const pid = child.pid ?? 0;
  const identity = { ...ownIdentity(), pid, startedAt: processStartTime(pid) ?? '' };
  expect(isAlive(identity)).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(isAlive(identity)).toBe(false);
});

test('detects a reused pid', () => {
  expect(isAlive({ ...ownIdentity(), startedAt: '1' })).toBe(false);
});

test('distinguishes processes with the same pid in different containers', () => {
  expect(isAlive({ ...ownIdentity(), host: '00000000' })).toBe(false);
});

test('reports a zombie as dead', async () => {
  // `exec` replaces the shell by a program that never waits for the shell's child, so the child stays a zombie. Before that,
  // the shell itself would wait for it.
  const parent = spawn('sh', ['-c', `sleep 60 & echo $!; exec sh -c 'echo replaced; exec sleep 60'`]);
  let output = '';
  parent.stdout.on('data', (chunk) => (output += String(chunk)));
  await expect.poll(() => output).toContain('replaced');
  const pid = Number.parseInt(output, 10);
  expect(processStartTime(pid)).not.toBeNull();
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => processStartTime(pid)).toBeNull();
  expect(() => process.kill(pid, 0)).not.toThrow();
  parent.kill('SIGKILL');
});

test('returns null for text that is not an identity', () => {
  expect(parseIdentity('')).toBeNull();
  expect(parseIdentity('lock-3')).toBeNull();
});
