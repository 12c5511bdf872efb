// Child process that joins the embedded server of a data folder and executes commands of its parent, one JSON line each.
// embedded-postgres-child.ts bundles and starts it. Usage: node embedded-postgres-process.mjs <data folder>
import { createInterface } from 'node:readline';
import pg from 'pg';
import { joinEmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts';

type Command =
  | { do: 'query'; database: string; sql: string }
  | { do: 'ensure'; name: string }
  | { do: 'leave' };

const send = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`);
const note = (level: string) => (details: object, text: string) => send({ log: level, text, details });

const startedAtMs = performance.now();
try {
  const postgres = await joinEmbeddedPostgres({
    dataDir: process.argv[2] ?? '',
    log: { info: note('info'), warn: note('warn'), error: note('error') },
  });
  const durationMs = Math.round(performance.now() - startedAtMs);
  send({ joined: postgres.connectionTo('postgres'), durationMs });

  for await (const line of createInterface({ input: process.stdin })) {
    const command: Command = JSON.parse(line);
    try {
      if (command.do === 'leave') await postgres.leave();
      if (command.do === 'ensure') await postgres.ensureDatabase(command.name);
      send({ result: command.do === 'query' ? await query(command.database, command.sql) : null });
    } catch (error) {
      send({ failed: String(error) });
    }
    if (command.do === 'leave') break;
  }
  // From here on, only what the embedded server left running keeps the process alive.
  process.stdin.destroy();

  async function query(database: string, sql: string): Promise<unknown[]> {
    const client = new pg.Client(postgres.connectionTo(database));
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }
} catch (error) {
  send({ failed: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
}
