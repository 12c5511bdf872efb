import { expect, it } from 'vitest';
import { InfeasibleExchanges } from './infeasible-exchanges.ts';

const REQUESTS = 10;

it('remembers an exchange for one version of the route, whichever request is named first', () => {
  const exchanges = new InfeasibleExchanges(REQUESTS);
  exchanges.add(3, [5, 4], 17);
  expect(exchanges.has(3, [4, 5], 17)).toBe(true);
  expect(exchanges.has(3, [5, 4], 18)).toBe(false);
});

it('tells exchanges with different requests apart', () => {
  const exchanges = new InfeasibleExchanges(REQUESTS);
  exchanges.add(3, [5], 17);
  expect(exchanges.has(3, [5], 17)).toBe(true);
  expect(exchanges.has(4, [5], 17)).toBe(false);
  expect(exchanges.has(3, [6], 17)).toBe(false);
  expect(exchanges.has(3, [5, 6], 17)).toBe(false);
});
