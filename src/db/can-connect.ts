// Connection probe: one attempt, no retries.
import { Client } from 'pg';
import type { ConnectionOptions } from './pool.ts';
import { sqlState } from './sql-state.ts';

export interface ConnectFailure {
  readonly message: string;
  readonly sqlState: string | null;
  /** True if a retry may succeed. */
  readonly isTransient: boolean;
}

/** SQLSTATE classes that a retry cannot fix: 28 (authentication), 3D (unknown database), 42 (no CONNECT privilege). */
const permanentStates = /^(?:28|3D|42)/;
/** Errors of the driver and of TLS, which have no SQLSTATE. */
const permanentMessages = /does not support SSL|certificate|must be a string/;

export async function canConnect(connection: ConnectionOptions): Promise<ConnectFailure | null> {
  const client = new Client({ ...connection, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return null;
  } catch (error) {
    const state = sqlState(error);
    const message = messageOf(error);
    return {
      message,
      sqlState: state,
      isTransient: !permanentStates.test(state ?? '') && !permanentMessages.test(message),
    };
  } finally {
    await client.end().catch(() => {});
  }
}

/** A host with several addresses fails with an AggregateError without a message. */
function messageOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (!(first instanceof Error)) return String(first);
  return first.message || ('code' in first ? String(first.code) : first.name);
}
