// The code PostgreSQL gave an error; null where the fault is not the statement's but the connection's.

/** No class of SQLSTATE begins with E, as the codes of the system do: EPIPE is none. */
export function sqlState(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(?!E)[0-9A-Z]{5}$/.test(code) ? code : null;
}
