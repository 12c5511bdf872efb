// The README shows both commands on its first screen, CI runs its test command, and every file that it links to exists.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');

/** About what a code hosting site shows without scrolling, in lines of the source. */
const FIRST_SCREEN_LINES = 20;

it('shows the start and the test command on the first screen', () => {
  const firstScreen = read('README.md').split('\n').slice(0, FIRST_SCREEN_LINES).join('\n');
  expect(firstScreen).toMatch(/^npm ci && npm start\b/m);
  expect(firstScreen).toMatch(/^npm ci && npm test\b/m);
});

it('has its test command in .ci/run', () => {
  const [, command = ''] = /^(npm ci && npm test)\b/m.exec(read('README.md')) ?? [];
  expect(command).not.toBe('');
  const commands = read('.ci/run')
    .split('\n')
    .filter((line) => !line.startsWith('#'));
  expect(commands.join('\n')).toContain(command);
});

it('links only to files that exist', () => {
  const targets = [...read('README.md').matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)|src="([^"]+)"/g)].map(
    ([, link, image]) => link ?? image ?? '',
  );
  expect(targets.length).toBeGreaterThan(20);
  expect(targets.filter((target) => !existsSync(`${root}${target}`))).toEqual([]);
});
