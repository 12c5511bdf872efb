// Global setup, once per run: installs the browser and Debian's PostgreSQL in CI, and starts a PostgreSQL server with a
// migrated template database.
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
    // A nested run shares the server and the template of the outer run.
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
  // Durability is off: test databases may be lost, and waiting for the disk would slow the tests down.
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
