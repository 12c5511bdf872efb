// Runs one part of a fault test in a vitest of its own and reads what became of it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Part } from './programme.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** What tests write down while they run; see test/support/fault-notes.ts. */
export type Note =
  | { readonly kind: 'measured'; readonly text: string }
  | { readonly kind: 'examined'; readonly checks: number; readonly rows: number; readonly broken: number };

export interface PartOutcome {
  readonly file: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Title and first words of each failure. */
  readonly failures: readonly string[];
  readonly notes: readonly Note[];
}

export interface Scale {
  readonly seed: number;
  readonly full: boolean;
}

interface VitestResult {
  readonly assertionResults: readonly {
    readonly status: string;
    readonly fullName: string;
    readonly failureMessages: readonly string[];
  }[];
  readonly status: string;
  readonly message: string;
}

export async function runPart(part: Part, scale: Scale): Promise<PartOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-faults-'));
  try {
    const output = await vitest(part, scale, folder);
    return read(part, folder, output);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function vitest(part: Part, { seed, full }: Scale, folder: string): Promise<string> {
  const args = ['run', part.file, '--no-file-parallelism', '--reporter=json'];
  if (part.only !== undefined) args.push('--testNamePattern', part.only);
  const { WAYBILL_FAULTS: _inherited, ...surroundings } = process.env;
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), ...args, `--outputFile=${join(folder, 'results.json')}`],
    {
      cwd: root,
      env: {
        ...surroundings,
        WAYBILL_SEED: String(seed),
        WAYBILL_NOTES: join(folder, 'notes'),
        ...(full && { WAYBILL_FAULTS: 'full' }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  await once(child, 'close');
  return output;
}

function read({ file }: Part, folder: string, output: string): PartOutcome {
  const path = join(folder, 'results.json');
  if (!existsSync(path)) {
    const failures = [`${file} did not run:\n${output.slice(-4_000)}`];
    return { file, passed: 0, failed: 1, skipped: 0, failures, notes: [] };
  }
  const { testResults } = JSON.parse(readFileSync(path, 'utf8')) as { testResults: VitestResult[] };
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = tests.filter(({ status }) => status === 'failed');
  // What fails outside a test (a hook, an import, the examination of a database) is told of the file.
  const others = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((each) => each.status !== 'failed'),
  );
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const failures = [
    ...failed.map(({ fullName, failureMessages }) => `${fullName}: ${firstWords(failureMessages[0] ?? '')}`),
    ...others.map(({ message }) => `${file}: ${firstWords(message)}`),
    ...(tests.length === 0 || passed + failed.length === 0 ? [`${file}: no test was run`] : []),
  ];
  return {
    file,
    passed,
    failed: failures.length,
    skipped: tests.length - passed - failed.length,
    failures,
    notes: readNotes(folder),
  };
}

const firstWords = (message: string) => message.slice(0, 2_000).trim();

function readNotes(folder: string): Note[] {
  const path = join(folder, 'notes');
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Note);
}
