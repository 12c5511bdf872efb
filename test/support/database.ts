// One database per test file, created from a migrated template: real PostgreSQL, nothing shared between files.
import { randomBytes } from 'node:crypto';
import { Client, escapeIdentifier, Pool } from 'pg';
import { inject } from 'vitest';
import type { ConnectionOptions } from '../../src/db/pool.ts';
import { PATIENCE_MS } from './scale.ts';

export const templateDatabase = 'waybill_template';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; port: number; user: string };
  }
}

export interface TestDatabase {
  readonly connection: ConnectionOptions;
  /** `spoiled`: the test corrupted stored data on purpose. */
  drop(how?: { spoiled?: boolean }): Promise<void>;
}

/** Owner connections by database, kept until the database is dropped: each new one costs a process of the server. */
const ownerPools = new Map<string, Pool>();

/** Hooks that run on each database before it is dropped. */
export const beforeDrop: ((connection: ConnectionOptions) => Promise<void>)[] = [];

export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('postgres');
  const name = `t_${randomBytes(6).toString('hex')}`;
  await asOwner(
    server,
    `create database ${escapeIdentifier(name)} template ${templateDatabase} strategy file_copy`,
  );
  // Long connect timeout: the machine may be busy. Tests of outages set their own.
  const connection = { ...server, database: name, patienceMillis: PATIENCE_MS };
  const ownerPool = new Pool({ ...connection, max: 4, idleTimeoutMillis: 0 });
  // The test may end connections on purpose.
  ownerPool.on('error', () => {});
  ownerPools.set(name, ownerPool);
  return {
    connection,
    drop: async ({ spoiled = false } = {}) => {
      try {
        if (!spoiled) for (const hook of beforeDrop) await hook(connection);
      } finally {
        ownerPools.delete(name);
        await ownerPool.end();
        await asOwner(server, `drop database ${escapeIdentifier(name)} with (force)`);
      }
    },
  };
}

/** Executes one statement as the database owner, without row-level security: for test setup and inspection. */
export async function queryAsOwner<Row extends object>(
  connection: ConnectionOptions,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const pool = ownerPools.get(connection.database ?? '');
  // Only of this server: a test may reach its database through a proxy, or have another server.
  if (pool && pool.options.port === connection.port) return (await pool.query<Row>(text, [...values])).rows;
  const client = new Client(connection);
  await client.connect();
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

async function asOwner(
  server: { host: string; port: number; user: string },
  statement: string,
): Promise<void> {
  await queryAsOwner({ ...server, database: 'postgres' }, statement);
}
