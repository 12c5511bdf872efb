// Time from the start of the process until both environments are ready, against an earlier build: BENCH_BEFORE is the
// folder of a built checkout. Both builds start in turn, on data directories of their own. The profile of the first
// measured start is printed, if the build logs it.
import { rmSync } from 'node:fs';
import { temporaryFolder } from '../test/support/server-process.ts';
import { type Benchmark, BenchmarkUnavailable, type Measurement } from './support/benchmark.ts';
import { startOnce, startProfile } from './support/start-once.ts';

export const benchmark: Benchmark = {
  subject: 'this build',
  reference: 'the build in BENCH_BEFORE',
  unit: 'ms',
  goal: { atMost: 0.5 },
  warmUpOperations: 1,
  prepare: async ({ defer }) => {
    const before = process.env['BENCH_BEFORE'];
    if (!before)
      throw new BenchmarkUnavailable(
        'Set BENCH_BEFORE to the folder of a built checkout of an earlier version.',
      );
    const folders = [temporaryFolder(), temporaryFolder()] as const;
    defer(async () => {
      for (const folder of folders) folder.remove();
    });
    const measure = (isFirst: boolean) => ({
      subject: timeUntilReady(process.cwd(), folders[0].path, isFirst),
      reference: timeUntilReady(before, folders[1].path, isFirst),
    });
    return [
      { name: 'first start', goal: { atMost: 0.5 }, aim: 0.35, ...measure(true) },
      { name: 'second start', goal: { atMost: 0.4 }, aim: 0.25, ...measure(false) },
    ];
  },
};

/** A first start leaves its data directory to the second starts that follow. */
function timeUntilReady(build: string, dataDir: string, isFirst: boolean): Measurement {
  let isPrinted = false;
  return async () => {
    if (isFirst) rmSync(dataDir, { recursive: true, force: true });
    const start = await startOnce(build, { DATA_DIR: dataDir });
    await start.stop();
    if (!isPrinted && start.steps.length > 0) console.table(startProfile(start));
    isPrinted = true;
    return { value: start.readyMs, operations: 1 };
  };
}
