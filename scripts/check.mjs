// `npm run check`: all static checks, two at a time. `npm run check -- types prose` runs only the named steps. A step whose
// inputs have not changed since it last passed is not run again. To add a step, add a row: a name, a command, which files it
// reads, and what the reader should do when it fails.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const CONCURRENCY = 2;
const isTerminal = process.stdout.isTTY === true;
// Only one of the two may be set: Node warns on stderr about both.
const { NO_COLOR: _no, FORCE_COLOR: _force, ...inherited } = process.env;
const env = { ...inherited, ...(isTerminal ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }) };

const cache = join(root, 'node_modules/.cache/check');

/** Type check that reads only what has changed since the last one. */
function typesOf(project) {
  const stateFile = join(cache, `${project.replace(/\W/g, '-')}.tsbuildinfo`);
  const options = ['--noEmit', '--incremental', '--tsBuildInfoFile', stateFile];
  return ['node_modules/typescript-7/bin/tsc', ...options, '-p', project];
}

const code = /\.(ts|tsx|mts|js|mjs|cjs|json)$/;
const everything = /./;

const steps = [
  {
    name: 'types',
    inputs: code,
    command: typesOf('.'),
    advice: 'Fix the types; no `any`, no `as unknown as`, no @ts-ignore.',
  },
  {
    name: 'web-types',
    inputs: /^(web|src)\/.*\.(tsx?|json|css)$/,
    command: typesOf('web'),
    advice: 'Fix the types; no `any`, no `as unknown as`, no @ts-ignore.',
  },
  ...['sdk', 'cli', 'planner'].map((name) => ({
    name: `${name}-types`,
    inputs: /^packages\/.*\.(ts|json)$/,
    command: typesOf(`packages/${name}`),
    advice: 'Fix the types. The SDK is checked without Node types: it may use only what browsers have too.',
  })),
  {
    name: 'lint',
    inputs: code,
    command: ['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings'],
    advice:
      'Rules are in .oxlintrc.json. A floating promise needs an await, a return or a `void` with a reason.',
  },
  {
    name: 'format',
    inputs: everything,
    command: [
      'node_modules/@biomejs/biome/bin/biome',
      'ci',
      '--error-on-warnings',
      `--colors=${isTerminal ? 'force' : 'off'}`,
      '.',
    ],
    advice: 'Run `npm run format`; it applies every safe fix.',
  },
  {
    name: 'generated',
    inputs: everything,
    command: ['--import', 'tsx', 'scripts/generate.ts', '--check'],
    advice: 'Run `npm run generate` and commit its output with the change that caused it.',
  },
  {
    name: 'openapi',
    inputs: /^openapi\/|redocly/,
    command: [
      'node_modules/@redocly/cli/bin/cli.js',
      'lint',
      'openapi/openapi.json',
      'openapi/operator.json',
    ],
    env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    advice: 'Correct the schema or the route it was generated from, then run `npm run generate`.',
  },
  {
    name: 'imports',
    inputs: code,
    command: ['scripts/check/import-rules.mjs'],
    advice:
      'The rules and their reasons are in CONTRIBUTING.md, their data in scripts/check/architecture.cjs.',
  },
  {
    name: 'structure',
    inputs: everything,
    command: ['scripts/check/structure-rules.mjs'],
    advice:
      'The rules and their reasons are in CONTRIBUTING.md, their data in scripts/check/architecture.cjs.',
    showsWarnings: true,
  },
  {
    name: 'prose',
    inputs: everything,
    command: ['scripts/check/prose.mjs'],
    advice:
      'Write the suggested word. A word that must stay goes on the allow-list in scripts/check/prose-words.json.',
  },
  {
    name: 'dead-code',
    inputs: code,
    command: ['node_modules/knip/bin/knip.js', '--no-progress', '--no-config-hints'],
    advice: 'Delete unused code. A file that only a tool loads by name belongs in knip.json.',
  },
  {
    name: 'lockfile',
    inputs: /package(-lock)?\.json$|^\.npmrc$/,
    command: ['scripts/check/lockfile.mjs'],
    advice: 'Install with `npm i -E name@version` under the settings of .npmrc.',
  },
];

/** Paths of all files that are not ignored; null outside a git repository. */
function listFiles() {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  try {
    return execFileSync('git', list, {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
      stdio: ['ignore', 'pipe', 'ignore'],
    }).split('\0');
  } catch {
    return null;
  }
}

/** Hashes of these files, by path; null if they are not known, so that every step runs. */
function hashFiles(paths) {
  if (paths === null) return null;
  const hashes = new Map();
  for (const path of paths.filter((each) => each !== '').sort()) {
    try {
      hashes.set(
        path,
        createHash('sha1')
          .update(readFileSync(join(root, path)))
          .digest('hex'),
      );
    } catch (error) {
      // Deleted but not yet committed, or a link to a folder.
      if (error.code !== 'ENOENT' && error.code !== 'EISDIR') throw error;
    }
  }
  return hashes;
}

/** Changes when a file changes that can change the result of the step: its inputs, the checks and their settings, tools. */
function fingerprint({ inputs, command }, hashes) {
  const always = /^(scripts\/check|package-lock\.json|[^/]+\.(json|cjs|yaml)$|\.[^/]+$)/;
  const read = [...hashes].filter(([path]) => inputs.test(path) || always.test(path));
  return createHash('sha1')
    .update(JSON.stringify([process.version, command, read]))
    .digest('hex');
}

function hasPassed(step, print) {
  try {
    return readFileSync(join(cache, step.name), 'utf8') === print;
  } catch {
    return false;
  }
}

function run({ command, env: extra }) {
  return new Promise((resolve) => {
    const started = performance.now();
    const child = spawn(process.execPath, command, {
      cwd: root,
      env: { ...env, ...extra },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('close', (code) =>
      resolve({ ok: code === 0, output, seconds: (performance.now() - started) / 1000 }),
    );
  });
}

function report(step, { ok, output, seconds }) {
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${step.name.padEnd(10)} ${seconds.toFixed(1).padStart(5)} s`);
  if (!ok || (step.showsWarnings && output !== '')) console.log(`\n${output.trimEnd()}\n`);
  if (!ok) console.log(`${step.name}: ${step.advice}\n`);
}

function chosenSteps(names) {
  const unknown = names.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length === 0)
    return names.length === 0 ? steps : steps.filter((step) => names.includes(step.name));
  console.error(`Unknown step ${unknown.join(', ')}. Steps: ${steps.map((step) => step.name).join(', ')}.`);
  return process.exit(2);
}

const waiting = [...chosenSteps(process.argv.slice(2))];
const failed = [];
const hashes = hashFiles(listFiles());
mkdirSync(cache, { recursive: true });
async function work() {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    const print = hashes && fingerprint(step, hashes);
    if (print !== null && hasPassed(step, print)) {
      console.log(`ok    ${step.name.padEnd(10)} unchanged`);
      continue;
    }
    const result = await run(step);
    report(step, result);
    if (!result.ok) failed.push(step.name);
    // Steps with warnings run every time, so that the warnings stay visible.
    else if (print !== null && !step.showsWarnings) writeFileSync(join(cache, step.name), print);
  }
}
await Promise.all(Array.from({ length: CONCURRENCY }, work));
console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;
