// The README shows both commands on its first screen, CI runs its test command, and every file that it links to exists.
// Install lines in all documents name the packages of this version, and both can be published.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { documentsWithCode } from '../support/guide-code.ts';

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

const { version } = JSON.parse(read('package.json')) as { version: string };

it('has install lines for the packages of this version', () => {
  const named = documentsWithCode.flatMap((path) =>
    [...read(path).matchAll(/\/downloads\/(waybill-\w+-\S+?\.tgz)/g)].map(([, file = '']) => ({
      path,
      file,
    })),
  );
  expect(new Set(named.map(({ path }) => path)).size).toBeGreaterThanOrEqual(4);
  const files = ['sdk', 'cli'].map((name) => `waybill-${name}-${version}.tgz`);
  expect(named.filter(({ file }) => !files.includes(file))).toEqual([]);
  for (const path of documentsWithCode)
    expect(read(path), path).not.toMatch(/npm (i|install) (--global |-g )?@waybill/);
});

it('has packages that one command can publish, without network in a dry run', () => {
  const output = execFileSync(process.execPath, ['scripts/release-packages.mjs', '--dry-run'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, npm_config_registry: 'http://127.0.0.1:9/' },
  });
  for (const name of ['@waybill/sdk', '@waybill/cli'])
    expect(output).toContain(`${name} ${version} would be published`);
});
