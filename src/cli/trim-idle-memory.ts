// Returns memory to the system when the process is idle. A start or a burst of work grows V8's young generation to
// 2 × 64 MB (decision 0045), and V8 shrinks it only in a full collection at a time of few allocations, which an idle process
// never reaches by itself. The collection takes about 40 ms, so that it runs only when there is nothing else to do.
import { performance } from 'node:perf_hooks';
import { getHeapSpaceStatistics } from 'node:v8';

const checkMillis = 10_000;
/** Share of the time in which the event loop may be busy. */
const maxUtilization = 0.1;
const worthwhileBytes = 16 * 2 ** 20;

/** Needs `--expose-gc`, as in the first line of bin/waybill.js; does nothing without it. */
export function trimIdleMemory(): void {
  const collect = globalThis.gc;
  if (!collect) return;
  let last = performance.eventLoopUtilization();
  let idleChecks = 0;
  const check = () => {
    const { utilization } = performance.eventLoopUtilization(last);
    last = performance.eventLoopUtilization();
    idleChecks =
      utilization < maxUtilization && youngGenerationBytes() > worthwhileBytes ? idleChecks + 1 : 0;
    // V8 measures the rate of allocations since the collection before: without a first, short one it would still see the
    // burst, and keep the size. If the full one does not help, neither would another in the same idle time.
    if (idleChecks === 1) collect({ type: 'minor' });
    if (idleChecks === 2) collect();
  };
  setInterval(check, checkMillis).unref();
}

function youngGenerationBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
}
