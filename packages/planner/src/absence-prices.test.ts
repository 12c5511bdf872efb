// Prices while the cost of a solution with few vehicles is lowered.
import { expect, it } from 'vitest';
import { randomProblem } from '../../../test/support/planner-problems.ts';
import { AbsencePrices } from './absence-prices.ts';
import { compileProblem } from './compiled-problem.ts';
import { Routes } from './routes.ts';

it('raises the price of an absent request and lowers that of a served one, both up to a limit', () => {
  const compiled = compileProblem(randomProblem(3, { vehicles: 2, requests: 2 }));
  const routes = new Routes(compiled);
  const served = Array.from({ length: compiled.firstStop[1] as number }, (_, stop) => stop);
  routes.setRoute(0, served);
  const prices = new AbsencePrices(compiled, routes);
  const relativePrices = () =>
    Array.from(prices.of, (price, request) => price / (compiled.penalty[request] as number));
  prices.reset(10);
  expect(relativePrices()).toEqual([30, 30]);
  for (let iteration = 0; iteration < 160; iteration += 1) prices.advance();
  const [first = 0, second = 0] = relativePrices();
  expect(first).toBeLessThan(30);
  expect(second).toBeCloseTo(30 * 1.02 ** 10);
  for (let iteration = 0; iteration < 200_000; iteration += 1) prices.advance();
  expect(relativePrices()).toEqual([10, 10_000]);
});
