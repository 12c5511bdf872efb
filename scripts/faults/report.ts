// Outcomes of the fault tests: stored per test, so that a run of some tests completes the report of the others, and
// shown as text, JSON and the tables of docs/reliability.md.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceMarkedSection } from '../support/marked-section.ts';
import { type FaultTest, faultTests } from './fault-tests.ts';
import { type RunOutcome, root, type Scale } from './run-parts.ts';

const folder = join(root, 'test-results/faults');
const docs = join(root, 'docs/reliability.md');

export interface TestOutcome extends Scale {
  readonly id: string;
  readonly finishedAt: string;
  readonly commit: string;
  readonly seconds: number;
  /** 5-minute load average at the end: above the number of cores, measured times are upper bounds. */
  readonly load?: number;
  readonly runs: readonly RunOutcome[];
}

export const failuresOf = ({ runs }: TestOutcome): string[] => runs.flatMap(({ failures }) => failures);

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

export function saveOutcome(outcome: TestOutcome): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${outcome.id}.json`), `${JSON.stringify(outcome, null, 2)}\n`);
  const outcomes = storedOutcomes();
  writeFileSync(join(folder, 'report.json'), `${JSON.stringify(outcomes, null, 2)}\n`);
  writeFileSync(join(folder, 'report.txt'), `${outcomes.map(describe).join('\n\n')}\n`);
}

function storedOutcomes(): TestOutcome[] {
  return faultTests
    .map(({ id }) => join(folder, `${id}.json`))
    .filter((path) => existsSync(path))
    .map((path) => JSON.parse(readFileSync(path, 'utf8')) as TestOutcome);
}

const measured = ({ runs }: TestOutcome): string[] =>
  runs.flatMap(({ notes }) => notes.flatMap((note) => (note.kind === 'measured' ? [note.text] : [])));

function doctorTotals({ runs }: TestOutcome): { databases: number; rows: number; broken: number } {
  const examinations = runs.flatMap(({ notes }) =>
    notes.flatMap((note) => (note.kind === 'examined' ? [note] : [])),
  );
  return {
    databases: examinations.length,
    rows: sum(examinations.map(({ rows }) => rows)),
    broken: sum(examinations.map(({ broken }) => broken)),
  };
}

const testOf = ({ id }: TestOutcome): FaultTest | undefined => faultTests.find((test) => test.id === id);

export function describe(outcome: TestOutcome): string {
  const { id, seconds, seed, full, shared, runs, finishedAt, commit } = outcome;
  const failures = failuresOf(outcome);
  const { databases, rows, broken } = doctorTotals(outcome);
  const count = (key: 'passed' | 'failed' | 'skipped') => sum(runs.map((run) => run[key]));
  return [
    `${failures.length === 0 ? '✓' : '✗'} ${id} ${testOf(outcome)?.title ?? ''}`,
    `    ${count('passed')} passed, ${count('failed')} failed in ${seconds.toFixed(0)} s (${full ? 'full' : 'small'} counts${shared ? ', no time limits' : ''}, seed ${seed}, ${commit}, ${finishedAt})`,
    ...measured(outcome).map((text) => `    ${text}`),
    ...(databases > 0
      ? [`    doctor: ${databases} databases, ${rows} rows checked, ${broken} violations`]
      : []),
    ...failures.map((text) => `    failed: ${text.replaceAll('\n', '\n      ')}`),
    ...(failures.length > 0
      ? [
          `    repeat: npm run faults -- ${id} --seed ${seed}${full ? '' : ' --small'}${shared ? ' --shared' : ''}`,
        ]
      : []),
  ].join('\n');
}

/** Writes the fault tests and the stored outcomes into docs/reliability.md, between its markers. */
export function publish(): void {
  replaceMarkedSection(docs, { programme: faultTestTable(), results: table(storedOutcomes()) });
}

export function faultTestTable(): string {
  const short = (file: string) => `\`${file.split('/').at(-1)?.replace('.test.ts', '')}\``;
  const rows = faultTests.map(({ id, title, counts, bar, parts }) => {
    const files = [...new Set(parts.map(({ file }) => short(file)))].join(', ');
    return `| ${id} | ${title} | ${counts} | ${bar} | ${files} |`;
  });
  const head = ['| | fault | full counts | acceptance criteria | tests |', '|---|---|---|---|---|'];
  return [...head, ...rows].join('\n');
}

const listed = (values: readonly string[]) => [...new Set(values)].join(', ');
const minutes = (seconds: number) => `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;

function table(outcomes: readonly TestOutcome[]): string {
  const passed = outcomes.filter((outcome) => failuresOf(outcome).length === 0);
  const small = outcomes.filter(({ full }) => !full).map(({ id }) => id);
  const untimed = outcomes.filter(({ shared }) => shared).map(({ id }) => id);
  const times = outcomes.map(({ finishedAt }) => finishedAt.slice(0, 16).replace('T', ' ')).toSorted();
  const counts = small.length === 0 ? 'all with full counts' : `with full counts except ${small.join(', ')}`;
  const summary = [
    `${passed.length} of ${outcomes.length} fault tests passed, ${counts}, in ${minutes(sum(outcomes.map(({ seconds }) => seconds)))} in total.`,
    `Seed ${listed(outcomes.map(({ seed }) => String(seed)))}; finished between ${times[0]} and ${times.at(-1)} UTC; commits ${listed(outcomes.map(({ commit }) => commit))}.`,
    ...(untimed.length > 0
      ? [`On a shared machine (\`--shared\`), without time limits: ${untimed.join(', ')}.`]
      : []),
  ];
  const head = ['| | outcome | tests | seconds | load | measured |', '|---|---|---|---|---|---|'];
  return [...summary, '', ...head, ...outcomes.map(row)].join('\n');
}

function row(outcome: TestOutcome): string {
  const { id, full, seconds, load, runs } = outcome;
  const { databases, rows, broken } = doctorTotals(outcome);
  const verdict = failuresOf(outcome).length === 0 ? 'passed' : '**failed**';
  const doctor =
    databases === 0 ? [] : [`doctor: ${databases} databases, ${rows} rows, ${broken} violations`];
  const numbers = [...new Set([...measured(outcome), ...doctor])].join('<br>').replaceAll('|', '/');
  const tests = sum(runs.map((run) => run.passed));
  return `| ${id} | ${verdict}${full ? '' : ' (small)'} | ${tests} | ${seconds.toFixed(0)} | ${load?.toFixed(0) ?? '–'} | ${numbers || '–'} |`;
}
