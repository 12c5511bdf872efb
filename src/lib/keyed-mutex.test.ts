import { describe, expect, it } from 'vitest';
import { KeyedMutex } from './keyed-mutex.ts';

describe('a keyed mutex', () => {
  it('runs work with the same key in order, also after a failure', async () => {
    const mutex = new KeyedMutex();
    const log: string[] = [];
    const work =
      (name: string, fails = false) =>
      async () => {
        log.push(`${name} begins`);
        await Promise.resolve();
        log.push(`${name} ends`);
        if (fails) throw new Error(name);
        return name;
      };
    const results = await Promise.allSettled([
      mutex.runExclusive('a', work('first', true)),
      mutex.runExclusive('a', work('second')),
      mutex.runExclusive('a', work('third')),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(log).toEqual(['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]));
  });

  it('runs work with different keys concurrently', async () => {
    const mutex = new KeyedMutex();
    let release = () => {};
    const waiting = mutex.runExclusive('a', () => new Promise<void>((resolve) => (release = resolve)));
    expect(await mutex.runExclusive('b', async () => 'done')).toBe('done');
    release();
    await waiting;
  });
});
