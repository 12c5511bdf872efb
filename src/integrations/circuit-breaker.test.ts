import { beforeEach, describe, expect, test } from 'vitest';
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts';

let time = 0;
let calls = 0;
let breaker: CircuitBreaker;

beforeEach(() => {
  time = 1000;
  calls = 0;
  breaker = createCircuitBreaker({ failuresToOpen: 3, openMilliseconds: 30_000, now: () => time });
});

function ask(result: string | Promise<string>): Promise<string> {
  return breaker.run({
    call: async () => {
      calls += 1;
      return result;
    },
    isFailure: (outcome) => outcome === 'down',
    whenOpen: (seconds) => `open for ${seconds} s`,
  });
}

async function openCircuit(): Promise<void> {
  for (let failure = 0; failure < 3; failure += 1) await ask('down');
  calls = 0;
}

describe('circuit breaker', () => {
  test('three consecutive failures open the circuit, and callers learn when to retry', async () => {
    await ask('down');
    await ask('down');
    expect(await ask('down')).toBe('down');
    time += 5000;
    expect(await ask('up')).toBe('open for 25 s');
    expect(calls).toBe(3);
  });

  test('failures with a success in between do not open the circuit', async () => {
    for (const result of ['down', 'down', 'up', 'down', 'down']) await ask(result);
    expect(await ask('up')).toBe('up');
  });

  test('after the pause one probe call goes through, and its success closes the circuit', async () => {
    await openCircuit();
    time += 30_000;
    expect(await ask('up')).toBe('up');
    expect(await ask('up')).toBe('up');
    expect(calls).toBe(2);
  });

  test('a failed probe opens the circuit again immediately', async () => {
    await openCircuit();
    time += 30_000;
    expect(await ask('down')).toBe('down');
    expect(await ask('up')).toBe('open for 30 s');
    expect(calls).toBe(1);
  });

  test('while a probe is in flight, other calls are not let through', async () => {
    await openCircuit();
    time += 30_000;
    const trial = deferred();
    const first = ask(trial.promise);
    expect(await ask('up')).toBe('open for 1 s');
    trial.resolve('up');
    expect(await first).toBe('up');
    expect(await ask('up')).toBe('up');
  });

  test('a late result from before the opening neither closes nor extends the pause', async () => {
    const late = deferred();
    const early = ask(late.promise);
    await openCircuit();
    late.resolve('up');
    await early;
    expect(await ask('up')).toBe('open for 30 s');
  });

  test('a thrown error counts as a failure and is rethrown', async () => {
    for (let failure = 0; failure < 3; failure += 1) {
      await expect(ask(Promise.reject(new Error('broken pipe')))).rejects.toThrow('broken pipe');
    }
    expect(await ask('up')).toBe('open for 30 s');
  });
});

function deferred() {
  let resolve: (value: string) => void = () => {};
  const promise = new Promise<string>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
