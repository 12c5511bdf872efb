// Order of the test files: kinds of test that take long come first, so that no worker is left alone with one at the end.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const kinds = ['faults', 'browser', 'journeys', 'external', 'long', 'tools', 'contract', 'api'];

function rankOf({ moduleId }: TestSpecification): number {
  const rank = kinds.findIndex((kind) => moduleId.includes(`/test/${kind}/`));
  return rank === -1 ? kinds.length : rank;
}

export class LongestFirst extends BaseSequencer {
  /** Within a kind as by default: what failed or took longest in the last run, then by size. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
