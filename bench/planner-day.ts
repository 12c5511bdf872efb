// `npm run bench -- planner-day [--seconds 5] [--seed 1] [--processor-time]`: plans two synthetic days (seed and seed + 1) per level of
// demand with today's rule and with the planner, and simulates both plans on 50 days on which every journey and service
// takes up to 20 % more or less. Demand is relative to what today's rule can serve of an unlimited demand. The last line
// is a summary of 90 % demand. Exits with 1 if a plan breaks a rule of the problem.
import { availableParallelism, loadavg } from 'node:os';
import { check } from '../packages/planner/src/check.ts';
import type { Problem, Robustness } from '../packages/planner/src/problem.ts';
import { type DrivenRoute, simulate } from '../packages/planner/src/simulate.ts';
import { type SolveLimits, solveWithin } from './support/solve-within.ts';
import { approachMiles, greedyDay, syntheticDay } from './support/synthetic-day.ts';

const DEMAND_PERCENT = [60, 90, 110];
const SUMMARY_PERCENT = 90;
const DAYS = 2;
/** More jobs than the crews can serve. */
const UNLIMITED = 500;
const ROBUSTNESS: Robustness = { marginSeconds: 720 };

interface Measured {
  readonly demand: number;
  readonly served: number;
  readonly milesPerJob: number;
  readonly late: number;
  readonly faults: number;
}

export function measurePlannerDay(options: SolveLimits): boolean {
  const titles = ['demand', 'jobs', 'served', 'miles/job', 'late', 'served ×', 'miles ×', 'late ×'];
  console.log(`${'plan'.padEnd(22)}${titles.map((title) => title.padStart(10)).join('')}`);
  let isValid = true;
  let summary = '';
  for (const percent of DEMAND_PERCENT) {
    const days = Array.from({ length: DAYS }, (_, index) => dayOf(options.seed + index, percent));
    const greedy = sum(days.map((day) => measure(day, greedyDay(day))));
    const plain = sum(days.map((day) => measurePlan(day, {}, options)));
    const robust = sum(days.map((day) => measurePlan(day, ROBUSTNESS, options)));
    print('greedy', percent, greedy, greedy);
    print('planner', percent, plain, greedy);
    print('planner with buffer', percent, robust, greedy);
    isValid &&= plain.faults === 0 && robust.faults === 0;
    if (percent === SUMMARY_PERCENT) summary = ratios(robust, greedy).join(', ');
  }
  const load = (loadavg()[0] ?? 0).toFixed(1);
  const { seconds, seed } = options;
  console.log(
    `\n${seconds} s each, seeds ${seed} to ${seed + DAYS - 1}, load ${load} on ${availableParallelism()} cores`,
  );
  console.log(
    `summary: ${SUMMARY_PERCENT} % demand, planner with buffer against greedy (served, miles per job, late): ${summary}`,
  );
  return isValid;
}

function dayOf(seed: number, percent: number): Problem {
  const unlimited = syntheticDay(seed, UNLIMITED);
  const capacity = servedBy(greedyDay(unlimited));
  return syntheticDay(seed, Math.round((capacity * percent) / 100));
}

function servedBy(routes: readonly DrivenRoute[]): number {
  return routes.reduce((count, { stops }) => count + stops.filter(({ stop }) => stop === 0).length, 0);
}

function measurePlan(day: Problem, robustness: Robustness, limits: SolveLimits): Measured {
  const problem = { ...day, robustness };
  const solution = solveWithin(problem, limits);
  const { faults } = check(problem, solution);
  for (const fault of faults) console.log(`  FAULT: ${fault}`);
  return { ...measure(day, solution.routes), faults: faults.length };
}

function measure(day: Problem, routes: readonly DrivenRoute[]): Measured {
  const served = servedBy(routes);
  return {
    demand: day.requests.length,
    served,
    milesPerJob: approachMiles(day, routes) / Math.max(1, served),
    late: simulate(day, { routes }).lateRequests,
    faults: 0,
  };
}

function sum(days: readonly Measured[]): Measured {
  const total = (value: (day: Measured) => number) => days.reduce((result, day) => result + value(day), 0);
  const served = total((day) => day.served);
  return {
    demand: total((day) => day.demand),
    served,
    milesPerJob: total((day) => day.milesPerJob * day.served) / Math.max(1, served),
    late: total((day) => day.late),
    faults: total((day) => day.faults),
  };
}

function ratios(plan: Measured, greedy: Measured): string[] {
  const { served, milesPerJob, late } = plan;
  return [served / greedy.served, milesPerJob / greedy.milesPerJob, late / greedy.late].map((ratio) =>
    ratio.toFixed(2),
  );
}

function print(name: string, percent: number, plan: Measured, greedy: Measured): void {
  const { demand, served, milesPerJob, late } = plan;
  const cells = [`${percent} %`, demand, served, milesPerJob.toFixed(2), late.toFixed(1)];
  const row = [...cells, ...ratios(plan, greedy)].map((cell) => String(cell).padStart(10)).join('');
  console.log(`${name.padEnd(22)}${row}`);
}
