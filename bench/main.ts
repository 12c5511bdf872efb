// `npm run bench [-- name… --rounds 9 --ms 1000 --small --with-worker --publish]`: runs every bench/*.bench.ts except
// the growth benchmarks, which run by name, or all of them as `growth`. Prints a table for each benchmark and a summary
// of all goals, and stores the numbers in bench/results, from which `--publish` writes the tables of
// docs/performance.md. Exits with 1 unless every goal is met. `npm run bench -- geocoder --file region.osm.pbf` and
// `routing` measure geocoding and routing with an extract of your own, `map-page` the map in Chromium, and
// `npm run bench -- maps-import [--file region.osm.pbf]` its import.
// `npm run bench -- page-budgets` measures scripts, paint and tasks of pages on a slow processor.
// `npm run bench -- planner --instances folder [--only a,b] [--seconds 10] [--processor-time]
// [--seed 1]` measures the planner with Li and Lim instances, `planner-day [--seconds 5] [--seed 1]` compares plans of
// synthetic days with today's rule, and `planner-windows` measures questions about drivable windows;
// `planner-loop` measures the event loop while a worker plans;
// `planned-windows` compares requests with planned and with counted capacity, and `replan [--seed 1]` measures re-planning by
// insertion.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureGeocoder } from './geocoder.ts';
import { measureMapPage } from './map-page.ts';
import { measureMapsImport } from './maps-import.ts';
import { measurePageBudgets } from './page-budgets.ts';
import { measurePlannedWindows } from './planned-windows.ts';
import { measurePlanner } from './planner.ts';
import { measurePlannerDay } from './planner-day.ts';
import { measurePlannerLoop } from './planner-loop.ts';
import { measurePlannerWindows } from './planner-windows.ts';
import { measureReplan } from './replan.ts';
import { measureRouting } from './routing.ts';
import { openBenchEnvironment } from './support/bench-environment.ts';
import { type Benchmark, BenchmarkUnavailable } from './support/benchmark.ts';
import {
  type Asked,
  print,
  printSummary,
  publish,
  type Report,
  type Row,
  saveReport,
} from './support/report.ts';
import { runBenchmark } from './support/run-benchmark.ts';
import type { SolveLimits } from './support/solve-within.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const suffix = '.bench.ts';

const all = readdirSync(folder)
  .filter((file) => file.endsWith(suffix))
  .map((file) => file.slice(0, -suffix.length));

function chosenNames(requested: readonly string[]): string[] {
  if (requested.length === 0) return all.filter((name) => !isGrowth(name));
  const chosen = requested.map((name) => all.filter((each) => each === name || isInGroup(name, each)));
  const unknown = requested.filter((_, index) => chosen[index]?.length === 0);
  if (unknown.length > 0)
    throw new Error(`Unknown benchmark ${unknown.join(', ')}. Benchmarks: ${all.join(', ')}.`);
  return chosen.flat();
}

function isInGroup(group: string, name: string): boolean {
  return name.startsWith(`${group}-`);
}

/** Growth benchmarks take minutes each, so a default run leaves them out. */
function isGrowth(name: string): boolean {
  return isInGroup('growth', name);
}

/** Every benchmark gets its own server and database, so that data of one does not slow down the next. */
async function measure(name: string, options: Asked): Promise<Row[]> {
  const { benchmark } = (await import(`./${name}${suffix}`)) as { benchmark: Benchmark };
  const { subject, reference, unit } = benchmark;
  const environment = await openBenchEnvironment({
    small: options.small,
    works: options.withWorker || benchmark.worker !== 'elsewhere',
  });
  const rows: Row[] = [];
  try {
    for (const sides of await benchmark.prepare(environment)) {
      const { name: question, goal = benchmark.goal, aim = benchmark.aim } = sides;
      const outcome = await runBenchmark({ ...benchmark, goal }, sides, options);
      const row: Row = { question, subject, reference, unit, goal, aim, outcome };
      print(row);
      rows.push(row);
    }
  } finally {
    await environment.close();
  }
  return rows;
}

async function report(name: string, options: Asked): Promise<Report> {
  try {
    return { name, rows: await measure(name, options) };
  } catch (error) {
    if (!(error instanceof BenchmarkUnavailable)) throw error;
    console.log(`${name}: not run. ${error.message}`);
    return { name, notRun: error.message };
  }
}

const extractBenchmarks = new Map([
  ['geocoder', measureGeocoder],
  ['map-page', measureMapPage],
  ['routing', measureRouting],
]);

const { values, positionals } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    ms: { type: 'string', default: '1000' },
    small: { type: 'boolean', default: false },
    'with-worker': { type: 'boolean', default: false },
    publish: { type: 'boolean', default: false },
    file: { type: 'string' },
    megabytes: { type: 'string', default: '40' },
    instances: { type: 'string' },
    only: { type: 'string' },
    seconds: { type: 'string' },
    seed: { type: 'string', default: '1' },
    'processor-time': { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

function plannerLimits(defaultSeconds: number): SolveLimits {
  const seconds = Number(values.seconds ?? defaultSeconds);
  const seed = Number(values.seed);
  if (!(seconds > 0)) throw new Error('--seconds must be a positive number');
  if (!Number.isInteger(seed)) throw new Error('--seed must be an integer');
  return { seconds, seed, processorTime: values['processor-time'] };
}

const measureExtract = extractBenchmarks.get(positionals[0] ?? '');
if (measureExtract) {
  if (values.file === undefined)
    throw new Error(`Name an extract: npm run bench -- ${positionals[0]} --file region.osm.pbf`);
  process.exitCode = (await measureExtract(values.file)) ? 0 : 1;
} else if (positionals[0] === 'maps-import') {
  const extract = values.file ?? Number(values.megabytes);
  process.exitCode = (await measureMapsImport(extract)) ? 0 : 1;
} else if (positionals[0] === 'planner') {
  if (values.instances === undefined)
    throw new Error('Name a folder of Li and Lim instances: npm run bench -- planner --instances folder');
  const only = values.only?.split(',').map((name) => name.trim()) ?? [];
  const options = { instances: values.instances, only, ...plannerLimits(10) };
  process.exitCode = measurePlanner(options) ? 0 : 1;
} else if (positionals[0] === 'page-budgets') {
  process.exitCode = (await measurePageBudgets(Number(values.rounds))) ? 0 : 1;
} else if (positionals[0] === 'planner-day') {
  process.exitCode = measurePlannerDay(plannerLimits(5)) ? 0 : 1;
} else if (positionals[0] === 'planner-loop') {
  process.exitCode = (await measurePlannerLoop(plannerLimits(5))) ? 0 : 1;
} else if (positionals[0] === 'planner-windows') {
  process.exitCode = measurePlannerWindows(plannerLimits(1).seed) ? 0 : 1;
} else if (positionals[0] === 'planned-windows') {
  process.exitCode = (await measurePlannedWindows(Number(values.rounds))) ? 0 : 1;
} else if (positionals[0] === 'replan') {
  process.exitCode = measureReplan(plannerLimits(1).seed) ? 0 : 1;
} else if (values.publish) {
  if (positionals.length > 0)
    throw new Error(`--publish writes stored results; first run npm run bench -- ${positionals.join(' ')}`);
  publish('goals', chosenNames([]));
  publish('growth', all.filter(isGrowth));
} else {
  const options = {
    rounds: Number(values.rounds),
    roundMs: Number(values.ms),
    small: values.small,
    withWorker: values['with-worker'],
  };
  const names = chosenNames(positionals);
  execFileSync(process.execPath, [`${folder}../scripts/build.mjs`], { stdio: 'inherit' });
  const reports: Report[] = [];
  for (const name of names) {
    const each = await report(name, options);
    saveReport(each, options);
    reports.push(each);
  }
  printSummary(reports);
  const met = (each: Report) => 'rows' in each && each.rows.every(({ outcome }) => outcome.verdict === 'met');
  process.exitCode = reports.every(met) ? 0 : 1;
}
