// Resolves when the process is asked to stop. A second request, or ten seconds without success, ends it at once.
import type { Logger } from 'pino';

const patienceMillis = 10_000;

export function stopSignal(log: Logger): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    const onSignal = (signal: NodeJS.Signals) => {
      if (asked) process.exit(1);
      asked = true;
      log.info({ signal }, 'stopping');
      setTimeout(() => {
        log.error('stopping took too long');
        process.exit(1);
      }, patienceMillis).unref();
      resolve();
    };
    process.on('SIGTERM', onSignal);
    process.on('SIGINT', onSignal);
  });
}
