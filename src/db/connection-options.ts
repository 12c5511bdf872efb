// Parses DATABASE_URL into `pg` connection options.
import { parseIntoClientConfig } from 'pg-connection-string';
import type { ConnectionOptions } from './pool.ts';

export function connectionFromUrl(url: string): ConnectionOptions {
  const { host, port, user, password, database, ssl, application_name } = parseIntoClientConfig(url);
  const options = { host, port, user, password, database, ssl, application_name };
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined && value !== null),
  );
}
