import { describe, expect, it } from 'vitest';
import { Turns } from './keyed-mutex.ts';

describe('taking turns', () => {
  it('does what is about one thing in the order of asking, also after a failure', async () => {
    const turns = new Turns();
    const told: string[] = [];
    const work =
      (name: string, fails = false) =>
      async () => {
        told.push(`${name} begins`);
        await Promise.resolve();
        told.push(`${name} ends`);
        if (fails) throw new Error(name);
        return name;
      };
    const results = await Promise.allSettled([
      turns.take('a', work('first', true)),
      turns.take('a', work('second')),
      turns.take('a', work('third')),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(told).toEqual(['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]));
  });

  it('lets different things go on beside one another', async () => {
    const turns = new Turns();
    let release = () => {};
    const waiting = turns.take('a', () => new Promise<void>((resolve) => (release = resolve)));
    expect(await turns.take('b', async () => 'done')).toBe('done');
    release();
    await waiting;
  });
});
