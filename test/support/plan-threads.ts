// Threads of plans with the sources of this checkout: a worker of Node 20 cannot load TypeScript, and dist/ may be older.
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { buildSync } from 'esbuild';
import type { StartThread } from '../../src/features/plans/plan-threads.ts';

const entries = {
  'plan-thread': '../../packages/planner/src/plan-worker.ts',
  'explain-thread': '../../src/features/plans/explain-thread.ts',
};
const scripts = new Map<string, string>();

export const startSourceThread: StartThread = (name) => {
  const script = scripts.get(name) ?? bundle(entries[name]);
  scripts.set(name, script);
  return new Worker(script, { eval: true, execArgv: [] });
};

function bundle(entry: string): string {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
  });
  return outputFiles[0]?.text ?? '';
}
