// Supervises the shared server from a joined process: restarts it when it has died.
import { setTimeout as sleep } from 'node:timers/promises';
import type { EmbeddedPostgresLog } from './embedded-postgres-log.ts';
import { findPostmaster, isReachable } from './postmaster.ts';
import { removeOldLogs } from './server-log.ts';
import type { ServerPaths } from './server-paths.ts';

export interface Supervision {
  /** Resolves when the current repair has ended, or after REPAIR_LIMIT_MS. */
  stop(): Promise<void>;
}

const CHECK_INTERVAL_MS = 500;
const RETRY_AFTER_MS = 5_000;
const REPAIR_LIMIT_MS = 4_000;
const CLEAR_LOGS_INTERVAL_MS = 60_000;
/**
 * Grace period before a smart shutdown from outside, such as a system shutdown, counts as a failure: this process may
 * be about to leave too.
 */
const STOPPING_GRACE_MS = 1_500;

export function superviseServer(options: {
  paths: ServerPaths;
  log: EmbeddedPostgresLog;
  repair: () => Promise<void>;
}): Supervision {
  const { paths, log } = options;
  const findFault = faultFinder(paths);
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  let logsClearedAtMs = Date.now();
  let timer: NodeJS.Timeout;

  async function check(): Promise<void> {
    let pauseMs = CHECK_INTERVAL_MS;
    try {
      const fault = findFault();
      if (fault) {
        log.warn({ dataDir: paths.dataDir, trouble: fault }, 'embedded PostgreSQL down; restarting');
        await options.repair();
      }
      if (Date.now() - logsClearedAtMs > CLEAR_LOGS_INTERVAL_MS) {
        logsClearedAtMs = Date.now();
        removeOldLogs(paths);
      }
    } catch (error) {
      log.error({ dataDir: paths.dataDir, err: error }, 'failed to restart embedded PostgreSQL');
      pauseMs = RETRY_AFTER_MS;
    }
    if (!stopped) schedule(pauseMs);
  }

  function schedule(pauseMs: number): void {
    timer = setTimeout(() => {
      running = check();
    }, pauseMs);
    // Supervision alone does not keep the process alive.
    timer.unref();
  }

  schedule(CHECK_INTERVAL_MS);
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await Promise.race([running, sleep(REPAIR_LIMIT_MS, undefined, { ref: false })]);
    },
  };
}

/** Returns the reason why the server is down; null if it is healthy. */
function faultFinder(paths: ServerPaths): () => string | null {
  let stoppingSinceMs: number | null = null;
  return () => {
    const postmaster = findPostmaster(paths);
    if (!postmaster) return 'the server process has ended';
    stoppingSinceMs = postmaster.status === 'stopping' ? (stoppingSinceMs ?? Date.now()) : null;
    if (stoppingSinceMs !== null) {
      return Date.now() - stoppingSinceMs > STOPPING_GRACE_MS ? 'the server was asked to stop' : null;
    }
    if (postmaster.status === 'ready' && !isReachable(postmaster)) return 'its socket was removed';
    return null;
  };
}
