// Tests of the structure check: it reports each rule that a single file can break, with the line. `npm run check` checks
// the repository.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkTree, type Files, repositoryRoot } from '../support/fixture-tree.ts';

interface PipelinedFile {
  readonly serves: string;
  readonly gain: readonly { readonly bench: string; readonly row: string }[];
}

const about = '// Purpose of the file.\n';
const exporting = (expression: string) => `${about}export const value = ${expression};\n`;
const kysely = "import { sql } from 'kysely';\n";
const lines = (count: number) => about + 'export {};\n'.repeat(count - 1);

// file → its text, and the expected faults as `line rule`.
const cases: Record<string, { readonly text: string; readonly faults: readonly string[] }> = {
  'src/domain/booking/now.ts': { text: exporting('Date.now()'), faults: ['2 domain-is-pure'] },
  'src/domain/booking/new-date.ts': { text: exporting('new Date()'), faults: ['2 domain-is-pure'] },
  'src/domain/booking/date-call.ts': { text: exporting('Date()'), faults: ['2 domain-is-pure'] },
  'src/domain/booking/temporal-now.ts': {
    text: exporting('Temporal.Now.instant()'),
    faults: ['2 domain-is-pure'],
  },
  'src/domain/booking/dice.ts': { text: exporting('[1].map(Math.random)'), faults: ['2 domain-is-pure'] },
  'src/domain/booking/uuid.ts': { text: exporting('crypto.randomUUID()'), faults: ['2 domain-is-pure'] },
  'src/domain/booking/timer.ts': { text: exporting('setTimeout(() => 1, 2)'), faults: ['2 domain-is-pure'] },
  'src/domain/booking/dates-given.ts': {
    text: exporting('[new Date(0), Date.UTC(2026, 1), Math.max(1, 2)]'),
    faults: [],
  },
  'src/domain/loose.ts': { text: about, faults: ['1 folder-by-subject'] },
  'src/domain/booking/words.ts': {
    text: exporting("{ process: 'Date.now()', fetch: 1 } // Date.now()"),
    faults: [],
  },
  'src/domain/booking/now.test.ts': { text: exporting('Date.now()'), faults: [] },
  'src/lib/clock.ts': { text: exporting('[Date.now(), Math.random(), new Date()]'), faults: [] },
  'src/lib/env.ts': { text: exporting('process.env.HOME'), faults: ['2 environment-in-config-only'] },
  'src/lib/env-key.ts': {
    text: exporting("process['env']"),
    faults: ['2 environment-in-config-only'],
  },
  'src/lib/env-taken-apart.ts': {
    text: `${about}\nconst { env } = process;\nexport const home = env;\n`,
    faults: ['3 environment-in-config-only'],
  },
  'src/lib/env-imported.ts': {
    text: `${about}import { env } from 'node:process';\nexport const home = env;\n`,
    faults: ['2 environment-in-config-only'],
  },
  'src/config.ts': { text: exporting('process.env'), faults: [] },
  'src/config.test.ts': { text: about, faults: [] },
  'src/lib/env.test.ts': { text: exporting('process.env'), faults: [] },
  'src/lib/double-cast.ts': { text: exporting('1 as unknown as string'), faults: ['2 no-double-casts'] },
  'src/lib/cast-to-never.ts': { text: exporting('1 as never'), faults: ['2 no-casts-to-never'] },
  'src/features/bookings/cast-routes.ts': {
    text: `${about}export const f = (request: { body: unknown; params: unknown; ip: unknown }) => [
  request.body as string,
  (request.params as { id: string }).id,
  request.ip as string,
];\n`,
    faults: ['3 requests-are-typed-by-schemas', '4 requests-are-typed-by-schemas'],
  },
  'src/lib/single-cast.ts': { text: exporting('1 as number'), faults: [] },
  'src/lib/default-value.ts': { text: `${about}export default 1;\n`, faults: ['2 no-default-exports'] },
  'src/lib/default-function.ts': {
    text: `${about}export default function f() {}\n`,
    faults: ['2 no-default-exports'],
  },
  'src/lib/default-name.ts': {
    text: `${about}const a = 1;\nexport { a as default };\n`,
    faults: ['3 no-default-exports'],
  },
  'src/lib/silent.ts': { text: 'export const value = 1;\n', faults: ['1 file-header-comment'] },
  'src/lib/types.ts': { text: about, faults: ['1 descriptive-file-names'] },
  'src/features/quotes/utils.ts': { text: about, faults: ['1 descriptive-file-names'] },
  'src/features/quotes/index.ts': { text: about, faults: ['1 descriptive-file-names'] },
  'test/support/helpers.ts': { text: about, faults: ['1 descriptive-file-names'] },
  'bench/common.ts': { text: about, faults: ['1 descriptive-file-names'] },
  'src/lib/camelCase.ts': { text: about, faults: ['1 kebab-case-file-names'] },
  'src/services/booking.ts': { text: about, faults: ['1 known-location'] },
  'src/server.ts': { text: about, faults: ['1 known-location'] },
  'src/features/parcels/routes.ts': { text: about, faults: ['1 known-location'] },
  'src/features/quotes/builder-store.ts': {
    text: `${about}${kysely}export const find = () => db.selectFrom('quote').execute();\n`,
    faults: [],
  },
  'src/features/quotes/template-store.ts': {
    text: `${about}${kysely}export const find = sql\`select\`;\nexport const list = [sql.ref('id')];\n`,
    faults: [],
  },
  'src/features/quotes/mixed-store.ts': {
    text: `${about}${kysely}export const find = () => db.selectFrom('quote');\nexport const now = sql<Date>\`now()\`;\n`,
    faults: ['4 one-sql-style-per-store'],
  },
  'src/features/quotes/fragment-store.ts': {
    text: `${about}import { sql as template } from 'kysely';\nexport const ids = template.join([]);\ndb.updateTable('quote');\n`,
    faults: ['4 one-sql-style-per-store'],
  },
  'src/db/mixed-migration.ts': {
    text: `${about}${kysely}export const find = [db.selectFrom('quote'), sql\`select\`];\n`,
    faults: [],
  },
  'src/features/quotes/pipelined-store.ts': {
    text: `${about}import { insertion, type Statement } from '../../db/statement.ts';\nexport const value = insertion;\n`,
    faults: ['2 pipelined-form-is-measured'],
  },
  'src/features/quotes/whole-module.ts': {
    text: `${about}import * as all from '../../db/statement.ts';\nexport const value = all;\n`,
    faults: ['2 pipelined-form-is-measured'],
  },
  'src/features/quotes/passed-on.ts': {
    text: `${about}export { together } from '../../db/statement.ts';\n`,
    faults: ['2 pipelined-form-is-measured'],
  },
  'src/features/quotes/statement-type.ts': {
    text: `${about}import type { Statement } from '../../db/statement.ts';\nexport type Value = Statement<never>;\n`,
    faults: [],
  },
  'src/features/quotes/own-statement.ts': {
    text: `${about}import { statement } from './statement.ts';\nexport const value = statement;\n`,
    faults: [],
  },
  'src/db/driver.ts': {
    text: `${about}import { registerDriver } from './statement.ts';\nexport const value = registerDriver;\n`,
    faults: [],
  },
  'src/features/quotes/quote-store.ts': {
    text: `${about}import { insertion } from '../../db/statement.ts';\nexport const value = insertion;\n`,
    faults: [],
  },
  'src/features/quotes/create-quote.ts': { text: about, faults: ['1 pipelined-form-is-measured'] },
  'src/lib/longest.ts': { text: lines(400), faults: [] },
  'src/lib/too-long.ts': { text: lines(401), faults: ['401 max-file-length'] },
  'test/api/too-long.test.ts': { text: lines(401), faults: ['401 max-file-length'] },
  'src/db/schema.generated.ts': { text: 'export {};\n'.repeat(2000), faults: [] },
};

let output = '';

beforeAll(async () => {
  const files: Files = {
    'package.json': '{}',
    'src/lib/short-enough.ts': lines(250),
    ...Object.fromEntries(Object.entries(cases).map(([path, { text }]) => [path, text])),
  };
  const verdict = await checkTree('structure-rules', files);
  expect(verdict.exitCode, verdict.output).toBe(1);
  output = verdict.output;
});

function faultsIn(path: string): string[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith(`${path}:`))
    .map((line) => line.slice(path.length + 1).replace(/:.*/, ''));
}

describe('A single file', () => {
  for (const [path, { faults }] of Object.entries(cases)) {
    test(faults.length === 0 ? `${path} breaks no rule` : `${path} breaks ${faults.join(', ')}`, () => {
      expect(faultsIn(path)).toEqual(faults);
    });
  }

  test('that may use the pipelined form exists, with a row of a benchmark or for a transaction hook', () => {
    const { pipelinedFiles } = createRequire(import.meta.url)('../../scripts/check/architecture.cjs');
    for (const [path, { serves, gain }] of Object.entries<PipelinedFile>(pipelinedFiles)) {
      expect(existsSync(join(repositoryRoot, path)), path).toBe(true);
      if (gain.length === 0) expect(serves, path).toMatch(/^TransactionHook: /);
      for (const { bench, row } of gain)
        expect(readFileSync(join(repositoryRoot, `bench/${bench}.bench.ts`), 'utf8')).toContain(`'${row}'`);
    }
  });

  test('causes a warning above 250 lines', () => {
    const warned = output.split('\n').filter((line) => line.startsWith('warning'));
    expect(warned).toEqual([
      'warning src/lib/longest.ts: 400 lines; consider splitting above 250, the maximum is 400',
    ]);
  });
});
