// Loggers of the commands: standard output is for results, so that commands log errors to standard error.
import type { Logger } from 'pino';
import { personalStopKeys } from '../domain/place/stop-details.ts';
import { createLogger } from '../lib/logger.ts';

export function createCommandLogger(): Logger {
  return createLogger('error', { write: (line) => process.stderr.write(line) }, personalStopKeys);
}

/** Logs to standard output, for a process that runs until it is stopped. */
export function createServerLogger(level: string): Logger {
  return createLogger(level, undefined, personalStopKeys);
}
