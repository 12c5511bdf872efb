// Real worker processes on one test database, with helpers to create work for them.
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { ConnectionOptions } from '../../src/db/pool.ts';
import { createPool } from '../../src/db/pool.ts';
import { createSystemDatabase, type SystemDatabase } from '../../src/db/system-database.ts';
import { createOrganization } from '../../src/features/accounts/system/create-organization.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { randomIds } from '../../src/lib/ids.ts';
import { KeyRing } from '../../src/lib/key-ring.ts';
import { createTestDatabase } from './database.ts';
import { spawnWaybill, stopProcess, temporaryFolder } from './server-process.ts';

export interface WorkerProcess {
  readonly child: ChildProcess;
  readonly output: () => string;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface WebhookWorkers {
  readonly connection: ConnectionOptions;
  readonly system: SystemDatabase;
  readonly keys: KeyRing;
  start(): WorkerProcess;
  organization(): Promise<string>;
  close(): Promise<void>;
}

export async function startWebhookWorkers(): Promise<WebhookWorkers> {
  const database = await createTestDatabase();
  const { connection } = database;
  const folder = temporaryFolder();
  const secret = randomBytes(32);
  const { host = '', port = 5432, user = '', database: name = '' } = connection;
  const place = new URLSearchParams({ host, port: String(port) }).toString();
  const variables = {
    DATA_DIR: folder.path,
    ENVIRONMENT: 'production',
    DATABASE_URL: `postgres://${user}@localhost/${name}?${place}`,
    PUBLIC_URL: 'https://waybill.example',
    SECRET_KEY: `k1:${secret.toString('base64')}`,
    WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8',
    SHUTDOWN_DELAY_SECONDS: '0',
    LOG_LEVEL: 'error',
  };
  const pool = createPool(connection, { role: 'waybill_system', max: 4, onError: () => {} });
  const system = createSystemDatabase(pool);
  const admin = { system, clock: systemClock, ids: randomIds, environment: 'production' as const };
  const workers: WorkerProcess[] = [];
  return {
    connection,
    system,
    keys: new KeyRing([{ id: 'k1', secret }], 'production'),
    start: () => {
      const { child, output } = spawnWaybill(['serve', '--worker'], variables);
      const stop = (signal: NodeJS.Signals = 'SIGTERM') => stopProcess(child, signal);
      const worker = { child, output, stop };
      workers.push(worker);
      return worker;
    },
    organization: async () => {
      const command = { kind: 'command', id: 'test', requestId: 'test' } as const;
      return (await createOrganization(admin, { name: 'Acme', contactEmail: null }, command)).id;
    },
    close: async () => {
      await Promise.all(workers.map((worker) => worker.stop('SIGKILL')));
      await pool.end();
      folder.remove();
      await database.drop();
    },
  };
}
