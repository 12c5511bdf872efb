// Longest task of the main thread of pages, from a trace of Chromium: its duration, which grows with the load of the machine,
// and the processor time of its thread, which does so less.
import type { Browser } from 'playwright-core';

export interface LongestTask {
  readonly wallMs: number;
  readonly threadMs: number;
}

/** `dur` and `tdur` in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

export async function longestTask(browser: Browser, run: () => Promise<unknown>): Promise<LongestTask> {
  // More categories would slow the page down.
  await browser.startTracing(undefined, { categories: ['toplevel'] });
  await run();
  const trace = await browser.stopTracing();
  const events = (JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }).traceEvents;
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const mainThreads = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf),
  );
  const tasks = events.filter(
    (event) =>
      event.name === 'ThreadControllerImpl::RunTask' && event.ph === 'X' && mainThreads.has(threadOf(event)),
  );
  if (tasks.length === 0) throw new Error('The trace has no tasks of a page.');
  const longest = (read: (task: TraceEvent) => number | undefined) =>
    Math.max(...tasks.map((task) => read(task) ?? 0)) / 1_000;
  return { wallMs: longest(({ dur }) => dur), threadMs: longest(({ tdur }) => tdur) };
}
