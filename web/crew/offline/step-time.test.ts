// Unit tests of step times.
import { expect, test } from 'vitest';
import { withMonotonicTime } from './step-time.ts';

const stepAt = (at: string) => ({ action: { at } });

test('a step never has an earlier time than the step before it in the queue', () => {
  const [noon, eleven] = [stepAt('2030-01-15T12:00:00.000Z'), stepAt('2030-01-15T11:00:00.000Z')];
  expect(withMonotonicTime(eleven, noon).action.at).toBe(noon.action.at);
  expect(withMonotonicTime(noon, eleven)).toBe(noon);
  expect(withMonotonicTime(eleven, undefined)).toBe(eleven);
});
