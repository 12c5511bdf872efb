// Several servers with different amounts of data, measured side by side: growth with the data is distinguished from
// load on the machine.

import { openSurroundings, type Surroundings } from './bench-environment.ts';
import type { Measurement, Sides } from './benchmark.ts';

export interface Sized<T> {
  readonly size: number;
  readonly scene: T;
}

/** Smallest first; the last one is the server of the given environment. */
export async function arrangeSizes<T>(
  surroundings: Surroundings,
  sizes: readonly number[],
  works: boolean,
  arrange: (surroundings: Surroundings, size: number) => Promise<T>,
): Promise<Sized<T>[]> {
  const arranged: Sized<T>[] = [];
  for (const [index, size] of sizes.entries()) {
    const isLast = index === sizes.length - 1;
    const own = isLast ? surroundings : await openSurroundings({ small: surroundings.small, works });
    if (!isLast) surroundings.defer(() => own.close());
    arranged.push({ size, scene: await arrange(own, size) });
  }
  return arranged;
}

/** Pairs each size with the smallest, for each measurement. */
export function growthOf<T>(
  arranged: readonly Sized<T>[],
  what: string,
  questions: Readonly<Record<string, (scene: T) => Measurement>>,
): Sides[] {
  const [smallest, ...larger] = arranged;
  if (!smallest) throw new Error('there is nothing to compare with');
  return Object.entries(questions).flatMap(([question, measure]) =>
    larger.map(({ size, scene }) => ({
      name: `${question}, ${size.toLocaleString('en-US')} ${what} : ${smallest.size.toLocaleString('en-US')}`,
      subject: measure(scene),
      reference: measure(smallest.scene),
    })),
  );
}
