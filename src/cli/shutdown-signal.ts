// Shutdown signal: SIGTERM or SIGINT. A second signal, or 10 s without completed shutdown, ends the process at once.
import type { Logger } from 'pino';

const shutdownTimeoutMillis = 10_000;

export interface ShutdownSignal {
  wasRequested(): boolean;
  readonly asked: Promise<void>;
  /** Aborted on the first signal, for work in progress. */
  readonly signal: AbortSignal;
}

export function shutdownSignal(log: Logger): ShutdownSignal {
  let asked = false;
  const stopping = new AbortController();
  const promise = new Promise<void>((resolve) => {
    const onSignal = (signal: NodeJS.Signals) => {
      if (asked) process.exit(1);
      asked = true;
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
  return { wasRequested: () => asked, asked: promise, signal: stopping.signal };
}
