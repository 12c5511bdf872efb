// Creates a database on the embedded server unless it exists; any number of processes may try at once.
import pg, { type ClientConfig } from 'pg';

const DUPLICATE_DATABASE = '42P04';
/** What PostgreSQL says instead when two creations of one name overlap to the end. */
const UNIQUE_VIOLATION = '23505';

export async function ensureDatabase(maintenance: ClientConfig, name: string): Promise<void> {
  const client = new pg.Client(maintenance);
  // A server that dies under the connection also fails the query, which is where it is reported.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return;
    // template0 never has connections, which would be in the way of copying it.
    await client.query(`create database ${client.escapeIdentifier(name)} template template0`);
  } catch (error) {
    const code = error instanceof pg.DatabaseError ? error.code : undefined;
    if (code !== DUPLICATE_DATABASE && code !== UNIQUE_VIOLATION) throw error;
  } finally {
    await client.end();
  }
}
