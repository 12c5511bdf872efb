// Corks the socket of a connection so that statements sent one by one leave in one packet: one system call and one
// server wake-up for the whole batch.
import type { PoolClient } from 'pg';
import { streamOf } from './send-statement.ts';

/** Buffers writes to the connection until `later` invokes its callback. */
export function corkConnection(client: PoolClient, later: (release: () => void) => unknown): void {
  const stream = streamOf(client);
  stream.cork();
  later(() => stream.uncork());
}
