// The members of `pg` that are not part of its public API and that src/db uses. If an upgrade changes them, these tests
// say which file to adapt; without them, results would be wrong or statements would hang.
import { Duplex } from 'node:stream';
import { Client, Query } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { PreparedQuery } from './prepared-query.ts';

const adapt = (file: string, member: string) =>
  `This version of pg has no ${member} as expected. Adapt src/db/${file} or keep the old version.`;

describe('pg still has the private members that we use', () => {
  let database: TestDatabase;
  let client: Client;
  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client(database.connection);
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  it('a connection with its stream, to cork and to destroy', () => {
    const { connection } = client as Client & { connection?: { stream?: unknown } };
    expect(connection?.stream, adapt('send-statement.ts', 'connection.stream')).toBeInstanceOf(Duplex);
  });

  it.each(['prepare', 'handleRowDescription', 'handleCommandComplete', 'submit'])(
    'Query.prototype.%s',
    (name) => {
      expect(Reflect.get(Query.prototype, name), adapt('prepared-query.ts', `Query.${name}`)).toBeTypeOf(
        'function',
      );
    },
  );

  it.each(['requiresPreparation', 'handleDataRow', 'handleError'])(
    'Query.prototype.%s for transactions',
    (name) => {
      expect(Reflect.get(Query.prototype, name), adapt('transaction-query.ts', `Query.${name}`)).toBeTypeOf(
        'function',
      );
    },
  );

  it.each(['parsedStatements', 'submittedNamedStatements'])(
    'the names of prepared statements in %s',
    (name) => {
      const { connection } = client as Client & { connection?: Record<string, unknown> };
      expect(connection?.[name], adapt('transaction-query.ts', `connection.${name}`)).toBeTypeOf('object');
    },
  );

  it('a result that can be filled with known columns', async () => {
    const described: unknown[] = [];
    const run = () =>
      new Promise<object[]>((resolve, reject) => {
        const query = new PreparedQuery('numbers', 'select $1::int as a, 2 as b', ['1'], (error, result) =>
          error ? reject(error) : resolve(result.rows),
        );
        const handle = query.handleRowDescription.bind(query);
        query.handleRowDescription = (message) => {
          described.push(message);
          handle(message);
        };
        client.query(query);
      });
    const expected = [{ a: 1, b: 2 }];
    expect(await run(), adapt('prepared-query.ts', 'prepare')).toEqual(expected);
    expect(await run(), adapt('prepared-query.ts', '_result, _parsers or _accumulateRows')).toEqual(expected);
    expect(described, adapt('prepared-query.ts', 'describe on the connection')).toHaveLength(1);
  });
});
