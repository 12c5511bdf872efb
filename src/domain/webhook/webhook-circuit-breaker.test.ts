import { describe, expect, it } from 'vitest';
import {
  afterFailure,
  afterSuccess,
  type Circuit,
  CLOSED,
  circuitState,
  pausedFor,
} from './webhook-circuit-breaker.ts';

const failed = (times: number, from: Circuit = CLOSED, nowMs = 0): Circuit =>
  times === 0 ? from : failed(times - 1, afterFailure(from, nowMs), nowMs);

describe('the circuit of an endpoint', () => {
  it('is suspicious after five consecutive failures and opens after ten', () => {
    expect([4, 5, 9, 10].map((times) => circuitState(failed(times), 0))).toEqual([
      'closed',
      'suspicious',
      'suspicious',
      'open',
    ]);
  });

  it('stays open for 30 seconds, then allows one probe', () => {
    const open = failed(10);
    expect(circuitState(open, 29_999)).toBe('open');
    expect(circuitState(open, 30_000)).toBe('probing');
  });

  it('stays open twice as long each time a probe fails, up to ten minutes', () => {
    let circuit = failed(10);
    const waits = [];
    for (let round = 0; round < 7; round++) {
      const until = circuit.untilMs ?? 0;
      circuit = afterFailure(circuit, until);
      waits.push(((circuit.untilMs ?? 0) - until) / 1000);
    }
    expect(waits).toEqual([60, 120, 240, 480, 600, 600, 600]);
  });

  it('is not extended by requests that were in flight when it opened', () => {
    const open = failed(10);
    const later = failed(15, open, 20_000);
    expect(later.untilMs).toBe(open.untilMs);
    expect(later.failuresInARow).toBe(25);
  });

  it('closes and resets with the first success', () => {
    expect(circuitState(afterSuccess(), 0)).toBe('closed');
    expect(afterSuccess()).toEqual(CLOSED);
  });

  it('pauses as long as the receiver requests, up to ten minutes', () => {
    expect(circuitState(pausedFor(CLOSED, 20, 0), 19_999)).toBe('open');
    expect(circuitState(pausedFor(CLOSED, 20, 0), 20_000)).toBe('probing');
    expect(pausedFor(CLOSED, 86_400, 0).untilMs).toBe(600_000);
  });
});
