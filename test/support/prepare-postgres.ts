// Global setup of all tests, once per run: starts a PostgreSQL server with a migrated template database. Creating the
// cluster and migrating takes longer than many a test file, so a stopped cluster is cached and copied.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { findBinariesPackage } from '../../src/db/embedded/binaries.ts';
import { joinEmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts';
import { migrate } from '../../src/db/migrate.ts';
import { LOGIN_ROLE } from '../../src/db/roles.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { copyFolder } from './copy-folder.ts';
import { queryAsOwner, templateDatabase } from './database.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const log = createLogger('error');

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env['WAYBILL_TEST_POSTGRES'];
  if (running !== undefined) {
    // A nested run shares the server and the template of the outer run.
    project.provide('postgres', JSON.parse(running) as { host: string; port: number; user: string });
    return async () => {};
  }
  const folder = mkdtempSync(join(tmpdir(), 'waybill-test-'));
  project.provide('runFolder', folder);
  const dataDir = join(folder, 'data');
  copyFolder(await preparedDataFolder(), dataDir);
  const server = await joinEmbeddedPostgres({ dataDir, log });
  const { host, port, user } = server.connectionTo(templateDatabase);
  project.provide('postgres', { host, port, user });
  return async () => {
    await server.leave();
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Folder of a stopped server with the template database, created again when migrations or PostgreSQL change. */
async function preparedDataFolder(): Promise<string> {
  const cached = join(root, 'node_modules/.cache', `postgres-${digestOfInputs()}`);
  if (existsSync(cached)) return cached;
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
  const draft = mkdtempSync(join(tmpdir(), 'waybill-template-'));
  try {
    await createTemplate(draft);
    // Complete or absent: the copy into the cache gets its name last.
    const copy = `${cached}-${process.pid}`;
    copyFolder(draft, copy);
    if (existsSync(cached)) rmSync(copy, { recursive: true });
    else renameSync(copy, cached);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return cached;
}

async function createTemplate(dataDir: string): Promise<void> {
  const server = await joinEmbeddedPostgres({ dataDir, log });
  try {
    await server.ensureDatabase(templateDatabase);
    const connection = server.connectionTo(templateDatabase);
    await migrate(connection, { login: { name: LOGIN_ROLE, creates: true } });
    // Durability is off: test databases may be lost, and waiting for the disk would slow the tests down.
    for (const setting of ['fsync = off', 'synchronous_commit = off', 'full_page_writes = off'])
      await queryAsOwner(connection, `alter system set ${setting}`);
  } finally {
    await server.leave();
  }
}

function digestOfInputs(): string {
  const digest = createHash('sha256').update(findBinariesPackage()).update(process.arch);
  const inputs = ['migrations', 'src/db', 'src/db/embedded'].flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
      .map(({ name }) => join(folder, name)),
  );
  for (const name of ['test/support/prepare-postgres.ts', 'package-lock.json', ...inputs.toSorted()])
    digest.update(name).update(readFileSync(join(root, name)));
  return digest.digest('hex').slice(0, 16);
}
