// The one error this folder throws on purpose: its message is written for the operator who started Waybill.

const WAY_OUT =
  'Or use a PostgreSQL server of your own: set DATABASE_URL (production) and SANDBOX_DATABASE_URL (sandbox).';

export class EmbeddedPostgresError extends Error {
  constructor(problem: string, options: { todo?: string; log?: string; cause?: unknown } = {}) {
    const log = options.log ? `Last lines of its log:\n${indent(options.log)}` : undefined;
    super([problem, log, options.todo, WAY_OUT].filter(Boolean).join('\n'), { cause: options.cause });
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
