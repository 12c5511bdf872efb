// SQL statements of a request with their values, from PostgreSQL's own log.
import { setTimeout as delay } from 'node:timers/promises';
import type { ConnectionOptions } from '../../src/db/pool.ts';
import { type OwnerDatabase, openDatabase } from './database.ts';

export interface LoggedStatement {
  readonly text: string;
  /** As PostgreSQL prints them; SQL NULL is null. */
  readonly values: readonly (string | null)[];
}

interface LogLine {
  readonly message: string;
  readonly detail?: string;
  readonly application_name?: string;
}

const timeoutMs = 10_000;

/** Statements that connections of this application executed during `action`, in order. */
export async function statementsDuring(
  connection: ConnectionOptions,
  applicationName: string,
  action: () => Promise<unknown>,
): Promise<LoggedStatement[]> {
  return openDatabase(connection, async ({ rows }) => {
    await rows("alter system set log_destination = 'jsonlog'");
    await rows("alter system set log_statement = 'all'");
    await rows('select pg_reload_conf()');
    // A marker statement in the log shows that the setting has taken effect; another one that all earlier statements
    // are in the log.
    await untilLogged(rows, 'from here');
    await action();
    const lines = await untilLogged(rows, 'to here');
    await rows('alter system reset all');
    await rows('select pg_reload_conf()');
    return lines.filter(({ application_name: name }) => name === applicationName).flatMap(statementOf);
  });
}

type Rows = OwnerDatabase['rows'];

async function untilLogged(rows: Rows, mark: string): Promise<LogLine[]> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    await rows(`select '${mark}'`);
    const lines = await readLog(rows);
    if (lines.some(({ message }) => message.includes(`select '${mark}'`))) return lines;
    await delay(50);
  }
  throw new Error('the marker statement did not appear in the log of PostgreSQL');
}

async function readLog(rows: Rows): Promise<LogLine[]> {
  const files = await rows<{ text: string }>(
    "select pg_read_file(current_setting('log_directory') || '/' || name) as text from pg_ls_logdir() where name like '%.json'",
  );
  return files
    .flatMap(({ text }) => text.split('\n'))
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line) as LogLine);
}

function statementOf({ message, detail = '' }: LogLine): LoggedStatement[] {
  const text = /^(?:statement|execute [^:]+): ([\s\S]*)$/.exec(message)?.[1];
  if (text === undefined) return [];
  const values = [...detail.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g)];
  return [{ text, values: values.map(([, value]) => value?.replaceAll("''", "'") ?? null) }];
}
