// Loggers of the commands: standard output is for results, so that commands log errors to standard error.
import type { Logger } from 'pino';
import { personalKeys } from '../features/privacy/personal-fields.ts';
import { createLogger } from '../lib/logger.ts';

export function createCommandLogger(): Logger {
  return createLogger('error', { write: (line) => process.stderr.write(line) }, personalKeys);
}

/** Logs to standard output, for a process that runs until it is stopped. */
export function createServerLogger(level: string): Logger {
  return createLogger(level, undefined, personalKeys);
}
