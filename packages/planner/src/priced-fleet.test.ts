import { expect, it } from 'vitest';
import { PricedFleet } from './priced-fleet.ts';

const best = { vehicles: 4, cost: 100 };

it('tries one vehicle less in the first round of a long run', () => {
  const [long, short] = [new PricedFleet(), new PricedFleet()];
  expect([long.vehicles(best, true), long.vehicles(best, true)]).toEqual([3, 4]);
  expect(short.vehicles(best, false)).toBe(4);
});

it('tries one vehicle less once a round has led to the best solution again', () => {
  const fleet = new PricedFleet();
  fleet.startRound(best);
  fleet.endRound(best, 110);
  expect(fleet.vehicles(best, false)).toBe(4);
  fleet.startRound(best);
  fleet.endRound(best, 100.000001);
  expect(fleet.vehicles(best, false)).toBe(3);
  expect(fleet.vehicles({ vehicles: 3, cost: 130 }, false)).toBe(3);
});

it('keeps the vehicles while rounds improve the best solution', () => {
  const fleet = new PricedFleet();
  fleet.startRound({ vehicles: 4, cost: 110 });
  fleet.endRound(best, 100);
  expect(fleet.vehicles(best, false)).toBe(4);
});
