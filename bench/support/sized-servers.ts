// Several servers with different amounts of data, measured side by side: growth with the data is distinguished from
// load on the machine.

import { type BenchEnvironment, openBenchEnvironment } from './bench-environment.ts';
import type { Goal, Measurement, Sides } from './benchmark.ts';

export interface Sized<T> {
  readonly size: number;
  readonly scene: T;
}

/** Smallest first; the last one is the server of the given environment. */
export async function setUpSizes<T>(
  environment: BenchEnvironment,
  sizes: readonly number[],
  works: boolean,
  setUp: (environment: BenchEnvironment, size: number) => Promise<T>,
): Promise<Sized<T>[]> {
  const servers: Sized<T>[] = [];
  for (const [index, size] of sizes.entries()) {
    const isLast = index === sizes.length - 1;
    const sized = isLast ? environment : await openBenchEnvironment({ small: environment.small, works });
    if (!isLast) environment.defer(() => sized.close());
    servers.push({ size, scene: await setUp(sized, size) });
  }
  return servers;
}

export interface GrowthQuestion<T> {
  readonly name: string;
  readonly measure: (scene: T) => Measurement;
  /** Replace the goal and the aim of the benchmark. */
  readonly goal?: Goal;
  readonly aim?: number;
}

/** Pairs each size with the smallest, for each question. */
export function growthOf<T>(
  servers: readonly Sized<T>[],
  what: string,
  questions: readonly GrowthQuestion<T>[],
): Sides[] {
  const [smallest, ...larger] = servers;
  if (!smallest) throw new Error('there is no size to compare with');
  return questions.flatMap(({ name: question, measure, ...goals }) =>
    larger.map(({ size, scene }) => ({
      ...goals,
      name: `${question}, ${size.toLocaleString('en-US')} ${what} : ${smallest.size.toLocaleString('en-US')}`,
      subject: measure(scene),
      reference: measure(smallest.scene),
    })),
  );
}
