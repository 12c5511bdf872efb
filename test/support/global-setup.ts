// Runs once before all test files of a run: the browser and Debian's PostgreSQL, which CI installs, and a PostgreSQL
// server with a migrated template database.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { joinEmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { prepareChromium } from './chromium.ts';
import { queryAsOwner, templateDatabase } from './database.ts';
import { prepareDebianPostgres } from './debian-postgres.ts';

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env['WAYBILL_TEST_POSTGRES'];
  if (running !== undefined) {
    // A run within a run shares the server of the outer one, and its template.
    project.provide('postgres', JSON.parse(running) as { host: string; port: number; user: string });
    return async () => {};
  }
  prepareChromium();
  prepareDebianPostgres();
  const dataDir = mkdtempSync(join(tmpdir(), 'waybill-test-'));
  const server = await joinEmbeddedPostgres({ dataDir, log: createLogger('error') });
  await server.ensureDatabase(templateDatabase);
  const connection = server.connectionTo(templateDatabase);
  await migrate(connection);
  // Tests lose nothing by losing a database: waiting for the disk would only make them slow.
  for (const setting of ['fsync = off', 'synchronous_commit = off', 'full_page_writes = off']) {
    await queryAsOwner(connection, `alter system set ${setting}`);
  }
  await queryAsOwner(connection, 'select pg_reload_conf()');
  const { host, port, user } = connection;
  project.provide('postgres', { host, port, user });
  return async () => {
    await server.leave();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
