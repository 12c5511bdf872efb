// Tests of the explanations in the report of the soak test.
import { describe, expect, it } from 'vitest';
import {
  type Conditions,
  describeSlowSecond,
  explainSlowSeconds,
  summarize,
  type TimedRequest,
} from '../support/slow-seconds.ts';

const quiet: Omit<Conditions, 'fromMs' | 'untilMs'> = {
  loopDelayMs: 1,
  gcMs: { minor: 1 },
  poolWaitMs: 0,
  postgresMs: { 'IO:WalSync': 20 },
  coreWaitMs: 2,
  stealMs: 0,
  cpuPressureMs: 40,
  ioPressureMs: 5,
  clientDelayMs: 1,
};

/** Ten seconds, one of which differs. */
function tenSeconds(second: number, unusual: Partial<Conditions>): Conditions[] {
  return Array.from({ length: 10 }, (_, index) => ({
    ...quiet,
    fromMs: index * 1_000,
    untilMs: (index + 1) * 1_000,
    ...(index === second && unusual),
  }));
}

/** Requests of 5 ms every 100 ms, and one slow one. */
function requestsWith(slow: Pick<TimedRequest, 'startedAtMs' | 'endedAtMs'>): TimedRequest[] {
  const usual = Array.from({ length: 100 }, (_, index) => ({
    call: 'GET /bookings',
    startedAtMs: index * 100,
    endedAtMs: index * 100 + 5,
    serverMs: 4,
  }));
  return [...usual, { call: 'GET /bookings', ...slow, serverMs: 100 }];
}

const slow = { startedAtMs: 4_200, endedAtMs: 4_305 };

describe('the report of the soak test', () => {
  it.each<[string, Partial<Conditions>, string]>([
    ['garbage collection', { gcMs: { major: 60, minor: 20 }, loopDelayMs: 82 }, 'pauses 80 ms'],
    ['event loop', { loopDelayMs: 90 }, 'delay 87 ms'],
    ['pool', { poolWaitMs: 100 }, 'wait of up to 100 ms'],
    ['PostgreSQL', { postgresMs: { 'IO:WalSync': 100, 'Lock:tuple': 10 } }, 'IO:WalSync 80 ms'],
    ['machine', { coreWaitMs: 80, loopDelayMs: 90 }, 'server without a core 78 ms'],
    ['machine', { stealMs: 200 }, 'steal 200 ms'],
    ['machine', { cpuPressureMs: 440 }, 'CPU pressure 400 ms'],
    ['machine', { ioPressureMs: 105 }, 'disk pressure 100 ms'],
    ['client', { clientDelayMs: 70 }, 'delay of the load generator 70 ms'],
    ['unexplained', {}, 'nothing was observed'],
    ['unexplained', { poolWaitMs: 25, loopDelayMs: 20 }, 'nothing was observed'],
  ])('names %s as the cause: %j', (kind, unusual, text) => {
    const [second, ...others] = explainSlowSeconds(requestsWith(slow), tenSeconds(4, unusual));
    expect(others).toEqual([]);
    expect(second).toMatchObject({ atSeconds: 4, requests: 1, causes: [{ kind, text }] });
  });

  it('considers every second that the request lasted, and no other', () => {
    const long = { startedAtMs: 3_900, endedAtMs: 4_100 };
    const kindsWith = (second: number) =>
      explainSlowSeconds(requestsWith(long), tenSeconds(second, { stealMs: 200 })).map(
        ({ causes }) => causes[0]?.kind,
      );
    expect([2, 3, 4, 5].map(kindsWith)).toEqual([['unexplained'], ['machine'], ['machine'], ['unexplained']]);
  });

  it('compares requests with the median of their call', () => {
    const booking = (index: number, ms: number): TimedRequest => ({
      call: 'POST /bookings',
      startedAtMs: index * 100,
      endedAtMs: index * 100 + ms,
      serverMs: ms,
    });
    const bookings = Array.from({ length: 30 }, (_, index) => booking(index, 30));
    expect(explainSlowSeconds(bookings, [])).toEqual([]);
    expect(explainSlowSeconds([...bookings, booking(50, 121)], [])).toHaveLength(1);
  });

  it('counts the slow seconds by cause, and describes each', () => {
    const seconds = explainSlowSeconds(requestsWith(slow), tenSeconds(4, { stealMs: 200, poolWaitMs: 50 }));
    expect(summarize(seconds)).toBe('slow seconds: 1 (pool 1, machine 1)');
    expect(seconds.map(describeSlowSecond)).toEqual([
      'second 4: 1 slow, GET /bookings 105 ms, 100 ms of it in the server; pool: wait of up to 50 ms; machine: steal 200 ms',
    ]);
    expect(summarize([])).toBe('slow seconds: 0');
  });
});
