// `npm run bench -- planner --instances <folder> [--only a,b] [--seconds 10] [--seed 1]
// [--processor-time]`: solves Li and Lim instances on one thread, checks every solution independently of the planner, and compares it with the best-known routes (`name.sol`
// beside `name.txt`): vehicles first, then distance. Exits with 1 if a solution breaks a rule of the problem.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import type { Solution } from '../packages/planner/src/solution.ts';
import {
  type Checked,
  checkRoutes,
  type Instance,
  parseInstance,
  parseRoutes,
  toProblem,
} from './support/li-lim.ts';
import { type SolveLimits, solveWithin } from './support/solve-within.ts';

export interface PlannerBenchOptions extends SolveLimits {
  readonly instances: string;
  /** Names of instances, without `.txt`; all if empty. */
  readonly only: readonly string[];
}

interface Result {
  readonly found: Checked;
  readonly best: Checked | null;
}

export function measurePlanner(options: PlannerBenchOptions): boolean {
  const names = instanceNames(options);
  console.log(
    `${'instance'.padEnd(12)} ${['vehicles', 'best', 'distance', 'best', 'gap %', 'iterations/s'].map((title) => title.padStart(12)).join('')}`,
  );
  const results = names.map((name) => solveInstance(name, options));
  printSummary(results, options);
  return results.every(({ found }) => found.faults.length === 0);
}

function instanceNames({ instances, only }: PlannerBenchOptions): string[] {
  const all = readdirSync(instances)
    .filter((file) => file.endsWith('.txt'))
    .map((file) => file.slice(0, -'.txt'.length));
  const unknown = only.filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new Error(`--only: ${instances} has no instance ${unknown.join(', ')}`);
  const chosen = only.length > 0 ? [...only] : all;
  if (chosen.length === 0) throw new Error(`--instances: ${instances} contains no .txt file`);
  return chosen.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

function solveInstance(name: string, { instances, ...limits }: PlannerBenchOptions): Result {
  const instance = parseInstance(name, readFileSync(join(instances, `${name}.txt`), 'utf8'));
  const solution = solveWithin(toProblem(instance), limits);
  const found = checkRoutes(instance, routesOf(instance, solution));
  const best = bestKnown(instance, join(instances, `${name}.sol`));
  const cells = [
    found.vehicles,
    best?.vehicles ?? '–',
    found.distance.toFixed(2),
    best?.distance.toFixed(2) ?? '–',
    distanceGap({ found, best })?.toFixed(2) ?? '–',
    Math.round(solution.iterations / limits.seconds),
  ];
  console.log(`${name.padEnd(12)} ${cells.map((cell) => String(cell).padStart(12)).join('')}`);
  for (const fault of found.faults) console.log(`  FAULT: ${fault}`);
  return { found, best };
}

function routesOf({ tasks }: Instance, { routes }: Solution): number[][] {
  return routes.map(({ stops }) =>
    stops.map(({ request, stop }) =>
      stop === 0 ? Number(request) : (tasks[Number(request)]?.delivery ?? 0),
    ),
  );
}

function bestKnown(instance: Instance, path: string): Checked | null {
  if (!existsSync(path)) return null;
  const best = checkRoutes(instance, parseRoutes(readFileSync(path, 'utf8')));
  if (best.faults.length > 0) throw new Error(`${path} breaks the rules: ${best.faults.join('; ')}`);
  return best;
}

/** In percent; null unless both use the same number of vehicles. */
function distanceGap({ found, best }: Result): number | null {
  if (best === null || best.vehicles !== found.vehicles) return null;
  return (found.distance / best.distance - 1) * 100;
}

function printSummary(
  results: readonly Result[],
  { seconds, seed, processorTime }: PlannerBenchOptions,
): void {
  const extra = results.reduce(
    (sum, { found, best }) => sum + (best ? found.vehicles - best.vehicles : 0),
    0,
  );
  const gaps = results.map(distanceGap).filter((gap) => gap !== null);
  const mean = gaps.length > 0 ? gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length : 0;
  const valid = results.filter(({ found }) => found.faults.length === 0).length;
  const load = (loadavg()[0] ?? 0).toFixed(1);
  const time = processorTime ? 's of processor time' : 's';
  console.log(`\n${seconds} ${time} each, seed ${seed}, load ${load} on ${availableParallelism()} cores`);
  console.log(
    `summary: ${results.length} instances, ${valid} valid, ${extra} extra vehicles, mean gap ${mean.toFixed(2)} % (${gaps.length} with equal vehicles)`,
  );
}
