// Shutdown signal: SIGTERM or SIGINT. A later second signal, or 10 s without completed shutdown, ends the process at once.
import type { Logger } from 'pino';

const shutdownTimeoutMillis = 10_000;
/** One Ctrl-C under `npm start` arrives twice: from the terminal, and forwarded by npm. Both are the same request. */
const sameRequestMillis = 1_000;

export interface ShutdownSignal {
  wasRequested(): boolean;
  readonly asked: Promise<void>;
  /** Aborted on the first signal, for work in progress. */
  readonly signal: AbortSignal;
}

export function shutdownSignal(log: Logger): ShutdownSignal {
  let askedAt: number | null = null;
  const stopping = new AbortController();
  const promise = new Promise<void>((resolve) => {
    const onSignal = (signal: NodeJS.Signals) => {
      const now = performance.now();
      if (askedAt !== null) {
        if (now - askedAt > sameRequestMillis) process.exit(1);
        return;
      }
      askedAt = now;
      log.info({ signal }, 'stopping');
      setTimeout(() => {
        log.error('shutdown timed out');
        process.exit(1);
      }, shutdownTimeoutMillis).unref();
      stopping.abort(new Error('asked to stop'));
      resolve();
    };
    process.on('SIGTERM', onSignal);
    process.on('SIGINT', onSignal);
  });
  return { wasRequested: () => askedAt !== null, asked: promise, signal: stopping.signal };
}
