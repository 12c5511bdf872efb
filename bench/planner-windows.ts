// `npm run bench -- planner-windows [--seed 1]`: processor time to answer in which of 14 days × 12 windows a new job could
// be driven, for plans of synthetic days with 40 and with 400 crews. Journeys are read from the matrix of each day. Exits
// with 1 if a goal is missed.
import { availableParallelism, loadavg } from 'node:os';
import { DrivableWindows } from '../packages/planner/src/drivable-windows.ts';
import { solve } from '../packages/planner/src/plan.ts';
import { syntheticDay } from './support/synthetic-day.ts';

const CALENDAR_DAYS = 14;
const windows = Array.from({ length: 12 }, (_, index) => ({
  earliest: (7 + index) * 3600,
  latest: (8 + index) * 3600,
}));
const QUESTIONS = 20;
const ROUNDS = 20;
const SIZES = [
  { crews: 40, goalMs: 0.5, aimMs: 0.1 },
  { crews: 400, goalMs: 5, aimMs: 1 },
];

export function measurePlannerWindows(seed: number): boolean {
  let isMet = true;
  const results = SIZES.map(({ crews, goalMs, aimMs }) => {
    const ms = calendarMs(seed, crews);
    isMet &&= ms <= goalMs;
    console.log(`${crews} crews: ${ms.toFixed(3)} ms per calendar (goal ${goalMs} ms, aim ${aimMs} ms)`);
    return `${crews} crews ${ms.toFixed(3)} ms`;
  });
  const load = (loadavg()[0] ?? 0).toFixed(1);
  console.log(`\nseed ${seed}, load ${load} on ${availableParallelism()} cores`);
  console.log(`summary: ${CALENDAR_DAYS} days × ${windows.length} windows, ${results.join(', ')}`);
  return isMet;
}

function calendarMs(seed: number, crews: number): number {
  const jobs = Math.round(crews * 4.4);
  const all = syntheticDay(seed, jobs + QUESTIONS, crews);
  const asked = all.requests.slice(jobs);
  const problem = { ...all, requests: all.requests.slice(0, jobs) };
  const solution = solve(problem, { iterations: 200, seed });
  // One copy per day, so that days do not share the processor's cache.
  const plans = Array.from({ length: CALENDAR_DAYS }, () => new DrivableWindows(problem, solution));
  const askAll = () => {
    for (const request of asked) for (const plan of plans) plan.answer(request, windows);
  };
  for (let round = 0; round < ROUNDS; round += 1) askAll();
  const before = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round += 1) askAll();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / ROUNDS / QUESTIONS;
}
