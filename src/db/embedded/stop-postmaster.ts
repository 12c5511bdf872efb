// Stops the postmaster without losing committed data.
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from './embedded-postgres-error.ts';
import type { Postmaster } from './postmaster.ts';
import { processStartTime } from './process-identity.ts';

const POLL_MS = 10;
const FAST_STOP_LIMIT_MS = 7_000;
const IMMEDIATE_STOP_LIMIT_MS = 2_000;

/**
 * Fast shutdown (disconnect clients, write a checkpoint); if that takes too long, immediate shutdown, after which the
 * next start replays the WAL. Returns whether the server has ended.
 */
export async function stopPostmaster(postmaster: Postmaster): Promise<boolean> {
  const startedAt = processStartTime(postmaster.pid);
  const hasEnded = () => startedAt === null || processStartTime(postmaster.pid) !== startedAt;
  sendSignal(postmaster.pid, 'SIGINT');
  if (await until(hasEnded, FAST_STOP_LIMIT_MS)) return true;
  sendSignal(postmaster.pid, 'SIGQUIT');
  return until(hasEnded, IMMEDIATE_STOP_LIMIT_MS);
}

/** Ignores a process that has already ended. */
export function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}

async function until(condition: () => boolean, limitMs: number): Promise<boolean> {
  const deadline = Date.now() + limitMs;
  while (Date.now() < deadline) {
    if (condition()) return true;
    await sleep(POLL_MS);
  }
  return condition();
}
