// Lets statements that are given to a connection one by one leave in one packet: a system call and a wake-up of the server
// for all, not for each.
import type { PoolClient } from 'pg';
import { streamOf } from './send-statement.ts';

/** What is given to the connection from now on leaves when `later` calls back. */
export function holdBack(client: PoolClient, later: (release: () => void) => unknown): void {
  const stream = streamOf(client);
  stream.cork();
  later(() => stream.uncork());
}
