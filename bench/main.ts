// `npm run bench [-- name… --rounds 9 --ms 1000 --small --with-worker]`: runs every bench/*.bench.ts but those of growth, which run by their
// names, or all of them as `growth`. Prints a table for each and one of all goals, and keeps the numbers in bench/results/latest.json. Ends
// with 1 unless every goal is met.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Benchmark, CannotRun, type Goal, type Outcome } from './support/benchmark.ts';
import { judge, type RunOptions, runBenchmark } from './support/run-benchmark.ts';
import { openSurroundings } from './support/surroundings.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const ending = '.bench.ts';
/** Minutes each, and about what is to come: not part of every run. */
const growth = 'growth';

interface Row {
  readonly name: string;
  /** Which of the benchmark's questions, where it has several. */
  readonly question: string | undefined;
  readonly benchmark: Benchmark;
  readonly outcome: Outcome;
}

function chosenNames(asked: readonly string[]): string[] {
  const all = readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length));
  if (asked.length === 0) return all.filter((name) => !isOf(growth, name));
  const chosen = asked.map((name) => all.filter((each) => each === name || isOf(name, each)));
  const unknown = asked.filter((_, index) => chosen[index]?.length === 0);
  if (unknown.length > 0) throw new Error(`No benchmark ${unknown.join(', ')}; there are ${all.join(', ')}.`);
  return chosen.flat();
}

function isOf(group: string, name: string): boolean {
  return name.startsWith(`${group}-`);
}

/** A benchmark for which something is missing on this machine. */
interface NotRun {
  readonly name: string;
  readonly reason: string;
}

interface Asked {
  readonly small: boolean;
  readonly withWorker: boolean;
}

/** Each on a server and a database of its own: what one leaves behind must not weigh on the next. */
async function measure(name: string, options: RunOptions, asked: Asked): Promise<Row[]> {
  const { benchmark } = (await import(`./${name}${ending}`)) as { benchmark: Benchmark };
  const surroundings = await openSurroundings({
    small: asked.small,
    works: asked.withWorker || benchmark.worker !== 'elsewhere',
  });
  const rows: Row[] = [];
  try {
    for (const sides of await benchmark.prepare(surroundings)) {
      const outcome = await runBenchmark(benchmark, sides, options);
      rows.push({ name, question: sides.name, benchmark, outcome });
    }
  } finally {
    await surroundings.close();
  }
  return rows;
}

function print({ question, benchmark, outcome }: Row): void {
  const { subject, reference, unit, goal } = benchmark;
  const [least, most] = outcome.ratioRange;
  const cpu = outcome.cpuMicros;
  const shown = (value: number, micros: number | undefined) =>
    `${value.toFixed(2)} ${unit}${micros === undefined ? '' : `, ${Math.round(micros)} µs of processor each`}`;
  if (question !== undefined) console.log(question);
  console.table({
    [subject]: { measured: shown(outcome.subject, cpu?.subject) },
    [reference]: { measured: shown(outcome.reference, cpu?.reference) },
    ratio: { measured: `${outcome.ratio.toFixed(2)} (rounds: ${least.toFixed(2)} to ${most.toFixed(2)})` },
    'A/A control': { measured: outcome.control.toFixed(2) },
    [`goal: ${wantedOf(goal)}`]: { measured: outcome.verdict },
  });
}

function wantedOf(goal: Goal): string {
  return 'atMost' in goal ? `at most ${goal.atMost}` : `at least ${goal.atLeast}`;
}

/** Every goal with what was measured beside it. */
function summarize(rows: readonly Row[], notRun: readonly NotRun[]): void {
  const measured = rows.map(({ name, question, benchmark, outcome }) => ({
    benchmark: question === undefined ? name : `${name}: ${question}`,
    floor: wantedOf(benchmark.goal),
    aim: benchmark.aim ?? '',
    measured: Number(outcome.ratio.toFixed(2)),
    'A/A': Number(outcome.control.toFixed(2)),
    'floor is': outcome.verdict,
    'aim is': benchmark.aim === undefined ? '' : judge(aimOf(benchmark.goal, benchmark.aim), outcome),
  }));
  const missing = notRun.map(({ name }) => ({ benchmark: name, 'floor is': 'not run' }));
  console.table([...measured, ...missing]);
}

function aimOf(goal: Goal, aim: number): Goal {
  return 'atMost' in goal ? { atMost: aim } : { atLeast: aim };
}

function keep(rows: readonly Row[], notRun: readonly NotRun[], options: RunOptions): void {
  mkdirSync(`${folder}results`, { recursive: true });
  const document = {
    measured_at: new Date().toISOString(),
    node: process.version,
    processors: cpus().length,
    load_average: loadavg()[0],
    ...options,
    benchmarks: [
      ...rows.map(({ name, question, benchmark, outcome }) => ({
        name,
        question,
        goal: benchmark.goal,
        aim: benchmark.aim,
        ...outcome,
      })),
      ...notRun.map(({ name, reason }) => ({ name, verdict: 'not run', reason })),
    ],
  };
  writeFileSync(`${folder}results/latest.json`, `${JSON.stringify(document, null, 2)}\n`);
}

const { values, positionals } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    ms: { type: 'string', default: '1000' },
    small: { type: 'boolean', default: false },
    'with-worker': { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const asked = { small: values.small, withWorker: values['with-worker'] };
const options = { rounds: Number(values.rounds), roundMs: Number(values.ms) };
const names = chosenNames(positionals);
execFileSync(process.execPath, [`${folder}../scripts/build.mjs`], { stdio: 'inherit' });
const rows: Row[] = [];
const notRun: NotRun[] = [];
for (const name of names) {
  try {
    const measured = await measure(name, options, asked);
    for (const row of measured) print(row);
    rows.push(...measured);
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error;
    console.log(`${name}: not run. ${error.message}`);
    notRun.push({ name, reason: error.message });
  }
}
summarize(rows, notRun);
keep(rows, notRun, options);
process.exitCode = notRun.length === 0 && rows.every(({ outcome }) => outcome.verdict === 'met') ? 0 : 1;
