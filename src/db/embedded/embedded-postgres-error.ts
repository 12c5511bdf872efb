// The error class of this directory. Its message is for the operator who started Waybill.

const ALTERNATIVE =
  'Alternatively, use an external PostgreSQL server: set DATABASE_URL (production) and SANDBOX_DATABASE_URL (sandbox).';

export class EmbeddedPostgresError extends Error {
  constructor(problem: string, options: { todo?: string; log?: string; cause?: unknown } = {}) {
    const log = options.log ? `Last lines of its log:\n${indent(options.log)}` : undefined;
    super([problem, log, options.todo, ALTERNATIVE].filter(Boolean).join('\n'), { cause: options.cause });
    this.name = 'EmbeddedPostgresError';
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

/** Converts a system error during preparation or start to an EmbeddedPostgresError; returns other errors unchanged. */
export function explainSystemError(error: unknown, dataDir: string): unknown {
  const code = codeOf(error);
  if (error instanceof EmbeddedPostgresError || !(error instanceof Error) || code === undefined) return error;
  const problem = `The embedded PostgreSQL server could not start. Its data directory is ${dataDir}: ${error.message}.`;
  return new EmbeddedPostgresError(problem, { todo: SYSTEM_HINTS[code] ?? OTHER_HINT, cause: error });
}

const OTHER_HINT = 'Fix this error and start again.';
const WRITABLE_HINT = 'Make the directory and its contents writable for the user that runs Waybill.';
const SYSTEM_HINTS: Record<string, string> = {
  ENOSPC: 'The disk is full: free some space and start again.',
  EDQUOT: 'The disk quota of the user is exhausted: free some space and start again.',
  EROFS: WRITABLE_HINT,
  EACCES: WRITABLE_HINT,
  EPERM: WRITABLE_HINT,
};
