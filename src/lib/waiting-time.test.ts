import { expect, it } from 'vitest';
import { formatWaitingTime } from './waiting-time.ts';

it.each([
  [0.2, '1 second'],
  [1, '1 second'],
  [120, '120 seconds'],
  [121, '3 minutes'],
  [7_200, '120 minutes'],
  [86_400, '24 hours'],
])('describes %s seconds as %s', (seconds, text) => {
  expect(formatWaitingTime(seconds)).toBe(text);
});
