// Resident memory of an idle server process with both environments, 35 seconds after it is ready, against the goal.
// PostgreSQL's own processes are not included.
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { temporaryFolder } from '../test/support/server-process.ts';
import { type Benchmark, BenchmarkUnavailable } from './support/benchmark.ts';
import { startOnce } from './support/start-once.ts';

const idleMs = 35_000;
const floorMb = 180;
const aimMb = 130;

export const benchmark: Benchmark = {
  subject: 'resident memory, idle, both environments',
  reference: `${floorMb} MB`,
  unit: 'MB',
  goal: { atMost: 1 },
  aim: aimMb / floorMb,
  warmUpOperations: 0,
  prepare: async ({ defer }) => {
    if (process.platform !== 'linux')
      throw new BenchmarkUnavailable('Resident memory is read from /proc, which only Linux has.');
    const folder = temporaryFolder();
    defer(async () => folder.remove());
    return [
      {
        subject: async () => {
          const start = await startOnce(process.cwd(), { DATA_DIR: folder.path });
          await delay(idleMs);
          const value = residentMb(start.child.pid ?? 0);
          await start.stop();
          return { value, operations: 1 };
        },
        reference: async () => ({ value: floorMb, operations: 1 }),
      },
    ];
  },
};

function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}
