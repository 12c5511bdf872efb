// Copies the repository to a temporary folder, plants bugs there, and runs their tests. Bugs are planted by editing text,
// so that no build of the product can contain one.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const copied = [
  'src',
  'bin',
  'test',
  'migrations',
  'openapi',
  'docs',
  'scripts',
  'packages',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
];
const linked = ['node_modules', 'reference-data', 'web', 'examples', 'collections'];

export interface Edit {
  readonly file: string;
  /** Must occur exactly once in the file. */
  readonly find: string;
  readonly replace: string;
}

export interface PlantedBug {
  readonly name: string;
  readonly edits: readonly Edit[];
  /** The test that must fail. */
  readonly caughtBy: { readonly file: string; readonly test: string };
  /** Whether the test starts the program, which must then be bundled again. */
  readonly bundled?: boolean;
}

export interface Caught {
  /** Failed tests with their messages. */
  readonly failed: readonly { readonly title: string; readonly message: string }[];
  readonly passed: readonly string[];
  readonly output: string;
}

/** Number of occurrences of `find`: 1 if the edit still applies. */
export function occurrences({ file, find }: Edit): number {
  return readFileSync(join(root, file), 'utf8').split(find).length - 1;
}

export async function runWithPlantedBugs(bugs: readonly PlantedBug[]): Promise<Caught> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-planted-'));
  try {
    plant(bugs, folder);
    return await runTests(bugs, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function plant(bugs: readonly PlantedBug[], folder: string): void {
  const filter = (path: string) => !path.endsWith('/node_modules') && !path.endsWith('/dist');
  for (const name of copied) cpSync(join(root, name), join(folder, name), { recursive: true, filter });
  for (const name of linked) symlinkSync(join(root, name), join(folder, name));
  for (const { file, find, replace } of bugs.flatMap(({ edits }) => edits)) {
    const path = join(folder, file);
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace(find, () => replace),
    );
  }
  if (bugs.some(({ bundled }) => bundled)) {
    mkdirSync(join(folder, 'dist'));
    for (const name of ['web', 'docs']) symlinkSync(join(root, 'dist', name), join(folder, 'dist', name));
    execFileSync(process.execPath, ['scripts/bundle.mjs'], { cwd: folder });
  } else if (existsSync(join(root, 'dist'))) symlinkSync(join(root, 'dist'), join(folder, 'dist'));
}

async function runTests(bugs: readonly PlantedBug[], folder: string): Promise<Caught> {
  const results = join(folder, 'results.json');
  const files = bugs.map(({ caughtBy }) => caughtBy.file);
  const pattern = bugs
    .map(({ caughtBy }) => caughtBy.test.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|');
  const options = ['--testNamePattern', pattern, '--reporter=json', `--outputFile=${results}`];
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...files, ...options],
    {
      cwd: folder,
      env: childEnvironment(bugs.flatMap(({ edits }) => edits)),
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  await once(child, 'close');
  if (!existsSync(results)) return { failed: [], passed: [], output };
  const { testResults } = JSON.parse(readFileSync(results, 'utf8')) as {
    testResults: { assertionResults: { status: string; fullName: string; failureMessages: string[] }[] }[];
  };
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  return {
    failed: tests
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => ({ title: fullName, message: failureMessages.join('\n') })),
    passed: tests.filter(({ status }) => status === 'passed').map(({ fullName }) => fullName),
    output,
  };
}

/** Environment without variables of the outer run, except its PostgreSQL, unless the bug is in the schema. */
function childEnvironment(edits: readonly Edit[]): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|WAYBILL_|TEST$|NODE_ENV$)/.test(name),
  );
  const needsOwnTables = edits.some(({ file }) => file.startsWith('migrations/'));
  return {
    ...Object.fromEntries(inherited),
    ...(!needsOwnTables && { WAYBILL_TEST_POSTGRES: JSON.stringify(inject('postgres')) }),
  };
}
