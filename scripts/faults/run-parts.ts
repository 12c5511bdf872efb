// Runs parts of a fault test in a vitest process and reads the results.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Part } from './fault-tests.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Notes that tests write while they run; see test/support/fault-report-notes.ts. */
export type Note =
  | { readonly kind: 'measured'; readonly text: string }
  | { readonly kind: 'examined'; readonly checks: number; readonly rows: number; readonly broken: number };

export interface RunOutcome {
  readonly files: readonly string[];
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Title and beginning of the message of each failure. */
  readonly failures: readonly string[];
  readonly notes: readonly Note[];
}

export interface Scale {
  readonly seed: number;
  readonly full: boolean;
  /** On a shared machine: full counts, but time limits are not enforced. */
  readonly shared: boolean;
}

interface VitestResult {
  readonly name: string;
  readonly assertionResults: readonly {
    readonly status: string;
    readonly fullName: string;
    readonly failureMessages: readonly string[];
  }[];
  readonly status: string;
  readonly message: string;
}

/** Groups parts into vitest runs: they share one, except those that measure times or of which only some tests run. */
export function runsOf(parts: readonly Part[]): readonly (readonly Part[])[] {
  const runsAlone = ({ only, isTimed }: Part) => only !== undefined || isTimed === true;
  const alone = parts.filter(runsAlone).map((part) => [part]);
  const together = parts.filter((part) => !runsAlone(part));
  return together.length > 0 ? [...alone, together] : alone;
}

/** Every vitest process starts a PostgreSQL and loads the service, so parts share one where possible. */
export async function runParts(parts: readonly Part[], scale: Scale, atOnce: boolean): Promise<RunOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-faults-'));
  try {
    const output = await vitest(parts, scale, atOnce, folder);
    return read(parts, folder, output);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function vitest(
  parts: readonly Part[],
  { seed, full, shared }: Scale,
  atOnce: boolean,
  folder: string,
): Promise<string> {
  // The JSON report leaves out why a hook failed; the printed output has it.
  const args = ['run', ...parts.map(({ file }) => file), '--reporter=json', '--reporter=default'];
  if (!atOnce) args.push('--no-file-parallelism');
  for (const { only } of parts) if (only !== undefined) args.push('--testNamePattern', only);
  const { WAYBILL_FAULTS: _faults, WAYBILL_TIMES: _times, ...inherited } = process.env;
  const child = spawn(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      ...args,
      `--outputFile.json=${join(folder, 'results.json')}`,
    ],
    {
      cwd: root,
      env: {
        ...inherited,
        FORCE_COLOR: '0',
        WAYBILL_SEED: String(seed),
        WAYBILL_NOTES: join(folder, 'notes'),
        ...(full && { WAYBILL_FAULTS: 'full' }),
        ...(shared && { WAYBILL_TIMES: 'shared' }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  await once(child, 'close');
  return output;
}

function read(parts: readonly Part[], folder: string, output: string): RunOutcome {
  const files = parts.map(({ file }) => file);
  const path = join(folder, 'results.json');
  if (!existsSync(path)) {
    const failures = [`${files.join(', ')} did not run:\n${output.slice(-4_000)}`];
    return { files, passed: 0, failed: 1, skipped: 0, failures, notes: [] };
  }
  const { testResults } = JSON.parse(readFileSync(path, 'utf8')) as { testResults: VitestResult[] };
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = tests.filter(({ status }) => status === 'failed');
  // Failures outside a test (a hook, an import, the doctor's check) are reported for the file.
  const others = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((each) => each.status !== 'failed'),
  );
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const failures = [
    ...failed.map(({ fullName, failureMessages }) => `${fullName}: ${beginning(failureMessages[0] ?? '')}`),
    // A failed hook has no message, only printed output.
    ...others.map(({ name, message }) => `${name}: ${message ? beginning(message) : output.slice(-4_000)}`),
    ...files.filter((file) => !wasRun(file, testResults)).map((file) => `${file}: no test ran`),
  ];
  return {
    files,
    passed,
    failed: failures.length,
    skipped: tests.length - passed - failed.length,
    failures,
    notes: readNotes(folder),
  };
}

/** A file without executed tests counts as a failure. */
function wasRun(file: string, results: readonly VitestResult[]): boolean {
  const of = results.find(({ name }) => name.endsWith(`/${file}`));
  return (
    of !== undefined &&
    (of.status === 'failed' ||
      of.assertionResults.some(({ status }) => status === 'passed' || status === 'failed'))
  );
}

const beginning = (message: string) => message.slice(0, 2_000).trim();

function readNotes(folder: string): Note[] {
  const path = join(folder, 'notes');
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Note);
}
