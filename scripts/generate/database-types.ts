// src/db/schema.generated.ts: types of the tables, generated from a temporary database after all migrations.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { joinEmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { formatCode } from './format-code.ts';

const run = promisify(execFile);
const { resolve } = createRequire(import.meta.url);
const target = 'src/db/schema.generated.ts';

export async function generateDatabaseTypes(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'waybill-generate-'));
  try {
    return await readTypes(join(folder, 'data'), join(folder, 'types.ts'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readTypes(dataDir: string, file: string): Promise<string> {
  const server = await joinEmbeddedPostgres({ dataDir, log: createLogger('error') });
  try {
    await server.ensureDatabase('waybill');
    const connection = server.connectionTo('waybill');
    await migrate(connection);
    const url = `postgres:///${connection.database}?host=${connection.host}&port=${connection.port}&user=${connection.user}`;
    const codegen = resolve('kysely-codegen/dist/cli/bin.js');
    await run(process.execPath, [
      codegen,
      '--dialect=postgres',
      '--exclude-pattern=migration',
      `--url=${url}`,
      `--out-file=${file}`,
    ]);
  } finally {
    await server.leave();
  }
  return formatCode(target, await readFile(file, 'utf8'));
}
