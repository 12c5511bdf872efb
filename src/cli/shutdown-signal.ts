// Knows when the process is asked to stop. A second request, or ten seconds without success, ends it at once.
import type { Logger } from 'pino';

const patienceMillis = 10_000;

export interface StopSignal {
  wasAsked(): boolean;
  readonly asked: Promise<void>;
  /** Aborted when it is asked to, for what is under way. */
  readonly signal: AbortSignal;
}

export function stopSignal(log: Logger): StopSignal {
  let asked = false;
  const stopping = new AbortController();
  const promise = new Promise<void>((resolve) => {
    const onSignal = (signal: NodeJS.Signals) => {
      if (asked) process.exit(1);
      asked = true;
      log.info({ signal }, 'stopping');
      setTimeout(() => {
        log.error('stopping took too long');
        process.exit(1);
      }, patienceMillis).unref();
      stopping.abort(new Error('asked to stop'));
      resolve();
    };
    process.on('SIGTERM', onSignal);
    process.on('SIGINT', onSignal);
  });
  return { wasAsked: () => asked, asked: promise, signal: stopping.signal };
}
