// Vitest reporter that prints `N passed, N failed, N skipped` as the last line, for people and scripts that read the
// end of the output.
import { writeSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

type Counts = { passed: number; failed: number; skipped: number };

export class PlainSummaryReporter implements Reporter {
  #counts: Counts | undefined;

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    // Vitest and the global teardown still write after this hook, so the line is printed on process exit.
    if (this.#counts === undefined) process.once('exit', () => this.#print());
    this.#counts = countTests(modules);
    this.#counts.failed += unhandledErrors.length;
  }

  #print(): void {
    if (this.#counts === undefined) return;
    const { passed, failed, skipped } = this.#counts;
    writeSync(1, `${passed} passed, ${failed} failed, ${skipped} skipped\n`);
  }
}

function countTests(modules: readonly TestModule[]): Counts {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const module of modules) {
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      // A test without a result (its worker died, or the run was interrupted) counts as failed.
      counts[state === 'pending' ? 'failed' : state] += 1;
    }
    // A file that does not load, or a hook that throws, fails without a failed test.
    counts.failed += module.errors().length;
    for (const suite of module.children.allSuites()) counts.failed += suite.errors().length;
  }
  return counts;
}
