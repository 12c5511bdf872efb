// The error class of this directory. Its message is for the operator who started Waybill.
import { EXIT, type ExitCode, ExitError } from '../../lib/exit-error.ts';
import { fullDiskError, isFileSystemFull } from '../../lib/full-disk.ts';

const ALTERNATIVE =
  'Alternatively, use an external PostgreSQL server: set DATABASE_URL (production) and SANDBOX_DATABASE_URL (sandbox).';

interface ErrorDetails {
  readonly todo?: string;
  readonly log?: string;
  readonly cause?: unknown;
}

/** Exits with 78 by default: most failures need a change of settings, rights or files, and a restart would repeat them. */
export class EmbeddedPostgresError extends ExitError {
  constructor(problem: string, options: ErrorDetails & { exitCode?: ExitCode } = {}) {
    const log = options.log ? `Last lines of its log:\n${indent(options.log)}` : undefined;
    super(
      [problem, log, options.todo, ALTERNATIVE].filter(Boolean).join('\n'),
      options.exitCode ?? EXIT.configuration,
      { cause: options.cause },
    );
    this.name = 'EmbeddedPostgresError';
  }
}

/** The server still recovers from a crash: it must keep running after the process that waited for it. */
export class StillRecoveringError extends EmbeddedPostgresError {
  constructor(problem: string, details: ErrorDetails = {}) {
    super(problem, { ...details, exitCode: EXIT.unavailable });
  }
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Explains a system error during preparation or start; returns other errors unchanged. */
export function explainSystemError(error: unknown, dataDir: string): unknown {
  const code = codeOf(error);
  if (error instanceof ExitError || !(error instanceof Error) || code === undefined) return error;
  if (isFileSystemFull(error)) return fullDiskError(dataDir, error);
  const problem = `The embedded PostgreSQL server could not start. Its data directory is ${dataDir}: ${error.message}.`;
  const hint = SYSTEM_HINTS[code];
  return new EmbeddedPostgresError(problem, {
    ...(hint ? { todo: hint } : UNKNOWN_SYSTEM_ERROR),
    cause: error,
  });
}

/** Such as too many open files: a later start may succeed. */
const UNKNOWN_SYSTEM_ERROR = { todo: 'Fix this error and start again.', exitCode: EXIT.failure };
const WRITABLE_HINT = 'Make the directory and its contents writable for the user that runs Waybill.';
const SYSTEM_HINTS: Record<string, string> = {
  EROFS: WRITABLE_HINT,
  EACCES: WRITABLE_HINT,
  EPERM: WRITABLE_HINT,
};
