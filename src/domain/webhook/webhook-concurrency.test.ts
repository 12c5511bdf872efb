import { describe, expect, it } from 'vitest';
import {
  type Concurrency,
  INITIAL_CONCURRENCY,
  indicatesOverload,
  PROBING_CONCURRENCY,
  roomier,
  tighter,
} from './webhook-concurrency.ts';

const succeeded = (times: number, from: Concurrency): Concurrency =>
  times === 0 ? from : succeeded(times - 1, roomier(from));

describe('the concurrency limit of an endpoint', () => {
  it('starts at 4 and grows to 16 without overload', () => {
    expect([0, 1, 12, 100].map((times) => succeeded(times, INITIAL_CONCURRENCY).limit)).toEqual([
      4, 5, 16, 16,
    ]);
  });

  it('is halved on overload, down to 1', () => {
    const limits = [];
    for (let state = succeeded(12, INITIAL_CONCURRENCY); limits.length < 6; state = tighter(state))
      limits.push(state.limit);
    expect(limits).toEqual([16, 8, 4, 2, 1, 1]);
  });

  it('grows by 1 per 20 successes after an overload', () => {
    const halved = tighter(succeeded(12, INITIAL_CONCURRENCY));
    expect([19, 20, 39, 40].map((times) => succeeded(times, halved).limit)).toEqual([8, 9, 9, 10]);
  });

  it('starts at 1 after a pause and grows by 1 per success', () => {
    expect([0, 1, 2, 3].map((times) => succeeded(times, PROBING_CONCURRENCY).limit)).toEqual([1, 2, 3, 4]);
  });

  it('treats timeouts, 429, 5xx and connection errors as overload, but not other responses', () => {
    expect(indicatesOverload('timeout', null)).toBe(true);
    expect(indicatesOverload('reset', null)).toBe(true);
    expect([429, 500, 503].map((status) => indicatesOverload('http_error', status))).toEqual([
      true,
      true,
      true,
    ]);
    expect([301, 400, 404].map((status) => indicatesOverload('http_error', status))).toEqual([
      false,
      false,
      false,
    ]);
    expect(indicatesOverload('ok', 200)).toBe(false);
    expect(indicatesOverload('gone', 410)).toBe(false);
  });
});
