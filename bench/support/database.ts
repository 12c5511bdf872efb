// Owner's connection to the server's database, to prepare data for benchmarks.
import { Client } from 'pg';
import type { ConnectionOptions } from '../../src/db/pool.ts';
import { parentOf } from './processor-time.ts';

export interface OwnerDatabase {
  readonly rows: <Row extends object>(text: string, values?: readonly unknown[]) => Promise<Row[]>;
  /** null if processes cannot be inspected. */
  readonly postmasterPid: () => Promise<number | null>;
}

export async function openDatabase<T>(
  connection: ConnectionOptions,
  use: (database: OwnerDatabase) => Promise<T>,
): Promise<T> {
  const client = new Client(connection);
  await client.connect();
  const rows = async <Row extends object>(text: string, values: readonly unknown[] = []) =>
    (await client.query<Row>(text, [...values])).rows;
  try {
    return await use({
      rows,
      postmasterPid: async () => {
        const [own] = await rows<{ pid: number }>('select pg_backend_pid() as pid');
        return own ? parentOf(own.pid) : null;
      },
    });
  } finally {
    await client.end();
  }
}
