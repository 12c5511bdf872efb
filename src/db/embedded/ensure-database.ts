// Creates a database on the embedded server if it does not exist, empty or as a copy of another; safe under concurrency.
import pg, { type ClientConfig } from 'pg';

const DUPLICATE_DATABASE = '42P04';
/** Raised instead of 42P04 when two concurrent CREATE DATABASE of one name reach the catalog insert. */
const UNIQUE_VIOLATION = '23505';

/** `template`: an existing database without connections. template0 is empty, and accepts none. */
export async function ensureDatabase(
  maintenance: ClientConfig,
  name: string,
  template = 'template0',
): Promise<void> {
  const client = new pg.Client(maintenance);
  // A lost connection also fails the query, which reports the error.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return;
    await client.query(
      `create database ${client.escapeIdentifier(name)} template ${client.escapeIdentifier(template)}`,
    );
  } catch (error) {
    const code = error instanceof pg.DatabaseError ? error.code : undefined;
    if (code !== DUPLICATE_DATABASE && code !== UNIQUE_VIOLATION) throw error;
  } finally {
    await client.end();
  }
}
