// Lets statements that are given to a connection one by one leave in one packet: a system call and a wake-up of the server
// for all, not for each.
import type { Duplex } from 'node:stream';
import type { PoolClient } from 'pg';

/** What is given to the connection from now on leaves when `later` calls back. */
export function holdBack(client: PoolClient, later: (release: () => void) => unknown): void {
  const { stream } = (client as PoolClient & { connection: { stream: Duplex } }).connection;
  stream.cork();
  later(() => stream.uncork());
}
