import { describe, expect, it } from 'vitest';
import { MAX_AHEAD_SECONDS, offsetAfterMove } from './test-clock.ts';

const realNow = Date.UTC(2027, 2, 10, 15, 30, 0, 250);

describe('the test clock of an account', () => {
  it('moves by a number of seconds, in addition to earlier moves', () => {
    expect(offsetAfterMove(0, { seconds: 90 }, realNow)).toBe(90);
    expect(offsetAfterMove(90, { seconds: 10 }, realNow)).toBe(100);
  });

  it('moves to a time, rounded up to whole seconds', () => {
    expect(offsetAfterMove(0, { toMs: realNow + 60_000 }, realNow)).toBe(60);
    expect(offsetAfterMove(0, { toMs: realNow + 60_001 }, realNow)).toBe(61);
    expect(offsetAfterMove(61, { toMs: realNow + 60_001 }, realNow)).toBe(61);
  });

  it('never moves backward', () => {
    expect(() => offsetAfterMove(3_600, { toMs: realNow + 60_000 }, realNow)).toThrow(
      'the current time of the test clock, 2027-03-10T16:30:00.250Z',
    );
  });

  it('is limited to 366 days ahead', () => {
    expect(offsetAfterMove(0, { seconds: MAX_AHEAD_SECONDS }, realNow)).toBe(MAX_AHEAD_SECONDS);
    expect(() => offsetAfterMove(100, { seconds: MAX_AHEAD_SECONDS }, realNow)).toThrow(
      '31622300 seconds more',
    );
  });
});
