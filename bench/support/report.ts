// Benchmark results: printed, stored per benchmark, so that a run of some benchmarks completes the report of the
// others, and published as the tables of docs/performance.md.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commit } from '../../scripts/support/commit.ts';
import { replaceMarkedSection } from '../../scripts/support/marked-section.ts';
import type { Benchmark, Goal, Outcome } from './benchmark.ts';
import { evaluateGoal, type RunOptions } from './run-benchmark.ts';
import type { Estimate } from './statistics.ts';

const folder = fileURLToPath(new URL('../results/', import.meta.url));
const docs = fileURLToPath(new URL('../../docs/performance.md', import.meta.url));

/** One measured pair of a benchmark. */
export interface Row extends Pick<Benchmark, 'subject' | 'reference' | 'unit' | 'goal'> {
  /** Name of the pair, if the benchmark has several. */
  readonly question?: string | undefined;
  readonly aim?: number | undefined;
  readonly outcome: Outcome;
}

/** Results of a benchmark, or why it could not run. */
export type Report = { readonly name: string } & (
  | { readonly rows: readonly Row[] }
  | { readonly notRun: string }
);

/** Options of the run. */
export interface Asked extends RunOptions {
  readonly small: boolean;
  /** Background work runs in the server process even if the benchmark sets `worker: 'elsewhere'`. */
  readonly withWorker: boolean;
}

interface Circumstances extends Asked {
  readonly measuredAt: string;
  readonly commit: string;
  readonly node: string;
  readonly processors: number;
  readonly load: number;
}

export function print({ question, subject, reference, unit, goal, outcome }: Row): void {
  const cpu = outcome.cpuMicros;
  const shown = (value: number, micros: number | undefined) =>
    `${value.toFixed(2)} ${unit}${micros === undefined ? '' : `, ${Math.round(micros)} µs of CPU time each`}`;
  if (question !== undefined) console.log(question);
  console.table({
    [subject]: { measured: shown(outcome.subject, cpu?.subject) },
    [reference]: { measured: shown(outcome.reference, cpu?.reference) },
    [`ratio, ${percent(outcome.ratio.confidence)} interval, range`]: {
      measured: `${formatEstimate(outcome.ratio)} ${formatRange(outcome.ratio)}`,
    },
    'A/A control': { measured: formatEstimate(outcome.control) },
    [`goal: ${formatGoal(goal)}`]: { measured: outcome.verdict },
  });
}

/** Every goal with its measured ratio. */
export function printSummary(reports: readonly Report[]): void {
  console.table(
    reports.flatMap((report): object[] => {
      if ('notRun' in report) return [{ benchmark: report.name, 'floor is': 'not run' }];
      return report.rows.map((row) => ({
        benchmark: titleOf(report.name, row),
        floor: formatGoal(row.goal),
        aim: row.aim ?? '',
        measured: formatEstimate(row.outcome.ratio),
        'A/A': formatEstimate(row.outcome.control),
        'floor is': row.outcome.verdict,
        'aim is': aimVerdict(row) ?? '',
      }));
    }),
  );
}

export function saveReport(report: Report, options: Asked): void {
  const circumstances: Circumstances = {
    ...options,
    measuredAt: new Date().toISOString(),
    commit: commit(),
    node: process.version,
    processors: cpus().length,
    load: loadavg()[1] ?? 0,
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(fileOf(report.name), `${JSON.stringify({ ...report, ...circumstances }, null, 2)}\n`);
}

/**
 * Writes the stored results into a table of docs/performance.md; leaves the table unchanged if any of them is missing.
 */
export function publish(name: 'goals' | 'growth', benchmarks: readonly string[]): void {
  const missing = benchmarks.filter((each) => !existsSync(fileOf(each)));
  if (missing.length > 0) {
    console.log(`The table ${name} is unchanged: first run npm run bench -- ${missing.join(' ')}`);
    return;
  }
  const stored = benchmarks
    .toSorted()
    .map((each) => JSON.parse(readFileSync(fileOf(each), 'utf8')) as Report & Circumstances);
  replaceMarkedSection(docs, { [name]: table(stored) });
}

const fileOf = (name: string) => join(folder, `${name}.json`);

function table(reports: readonly (Report & Circumstances)[]): string {
  const listed = (values: readonly unknown[]) => [...new Set(values)].join(', ');
  const times = reports.map(({ measuredAt }) => measuredAt.slice(0, 16).replace('T', ' ')).toSorted();
  const small = reports.filter((report) => report.small).map(({ name }) => name);
  const withWorkers = reports.filter(({ withWorker }) => withWorker).map(({ name }) => name);
  return [
    `Measured between ${times[0]} and ${times.at(-1)} UTC, on ${listed(reports.map(({ processors }) => processors))} cores, Node ${listed(reports.map(({ node }) => node))}, commit ${listed(reports.map((each) => each.commit))};`,
    `${listed(reports.map(({ rounds, roundMs }) => `${rounds} rounds of ${roundMs / 1_000} s`))}; load average at the end of each ${listed(reports.map(({ load }) => load.toFixed(1)))}.`,
    ...(small.length > 0 ? [`With less data (\`--small\`): ${small.join(', ')}.`] : []),
    ...(withWorkers.length > 0
      ? [`With the background work in the same process (\`--with-worker\`): ${withWorkers.join(', ')}.`]
      : []),
    '',
    '| | subject | reference | ratio [95 % interval] (range) | A/A [interval] | floor | aim |',
    '|---|---|---|---|---|---|---|',
    ...reports.flatMap((report) =>
      'notRun' in report
        ? [`| ${report.name} | not run: ${report.notRun} | | | | | |`]
        : report.rows.map((row) => line(report.name, row)),
    ),
  ].join('\n');
}

function line(name: string, row: Row): string {
  const { outcome, unit, goal, aim } = row;
  const side = (value: number, micros: number | undefined) =>
    [formatValue(value, unit), ...(micros === undefined ? [] : [formatCpuTime(micros)])].join(', ');
  const sign = 'atMost' in goal ? '≤' : '≥';
  const floor = 'atMost' in goal ? goal.atMost : goal.atLeast;
  return `| ${[
    titleOf(name, row),
    side(outcome.subject, outcome.cpuMicros?.subject),
    side(outcome.reference, outcome.cpuMicros?.reference),
    `${formatEstimate(outcome.ratio)} ${formatRange(outcome.ratio)}`,
    formatEstimate(outcome.control),
    `${sign} ${floor}: ${outcome.verdict}`,
    aim === undefined ? '–' : `${sign} ${aim}: ${aimVerdict(row)}`,
  ].join(' | ')} |`;
}

function titleOf(name: string, { question }: Row): string {
  return question === undefined ? name : `${name}: ${question}`;
}

function formatGoal(goal: Goal): string {
  return 'atMost' in goal ? `at most ${goal.atMost}` : `at least ${goal.atLeast}`;
}

function aimVerdict({ goal, aim, outcome }: Row): Outcome['verdict'] | null {
  if (aim === undefined) return null;
  return evaluateGoal('atMost' in goal ? { atMost: aim } : { atLeast: aim }, outcome);
}

function formatEstimate({ median, interval: [low, high] }: Estimate): string {
  return `${median.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;
}

function formatRange({ range: [least, most] }: Estimate): string {
  return `(${least.toFixed(2)}–${most.toFixed(2)})`;
}

function percent(share: number): string {
  return `${Math.floor(share * 100)} %`;
}

function formatValue(value: number, unit: Benchmark['unit']): string {
  if (unit === 'MB') return `${value.toFixed(0)} MB`;
  if (unit === 'ms') return `${value.toFixed(value < 10 ? 2 : 1)} ms`;
  return `${Math.round(value).toLocaleString('en-US')}/s`;
}

function formatCpuTime(micros: number): string {
  return micros < 1_000 ? `${micros.toFixed(0)} µs` : `${(micros / 1_000).toFixed(1)} ms`;
}
