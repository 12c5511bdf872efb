// Real server processes on one test database, in an area with a low capacity per hour.
import { randomBytes } from 'node:crypto';
import type { ConnectionOptions } from '../../src/db/pool.ts';
import { createPool } from '../../src/db/pool.ts';
import { createSystemDatabase } from '../../src/db/system-database.ts';
import { DEFAULT_SERVICE_AREA } from '../../src/domain/place/default-service-area.ts';
import { DEFAULT_OFFER, type ServiceArea } from '../../src/domain/place/service-area.ts';
import { serviceAreasDocument } from '../../src/domain/place/service-area-document.ts';
import { importDocument } from '../../src/features/areas/system/manage-areas.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { randomIds } from '../../src/lib/ids.ts';
import type { ApiClient } from './api-client.ts';
import type { Capacities } from './booking-invariants.ts';
import { createTestDatabase } from './database.ts';
import { newPartner } from './new-client.ts';
import { type ServerProcess, startServer, temporaryFolder, type Variables } from './server-process.ts';

export interface BookingServers {
  readonly connection: ConnectionOptions;
  readonly servers: readonly ServerProcess[];
  /** Starts another server process. */
  start(): Promise<ServerProcess>;
  /** API client of a new organization; `at` switches it to another server. */
  partner(): Promise<ApiClient>;
  close(): Promise<void>;
}

export async function startBookingServers(
  count: number,
  capacities: Capacities,
  more: Variables = {},
): Promise<BookingServers> {
  const database = await createTestDatabase();
  const { connection } = database;
  await limitCapacity(connection, capacities);
  const folder = temporaryFolder();
  const variables = {
    DATA_DIR: folder.path,
    ENVIRONMENT: 'production',
    DATABASE_URL: addressOf(connection),
    PUBLIC_URL: 'https://waybill.example',
    SECRET_KEY: `k1:${randomBytes(32).toString('base64')}`,
    RATE_LIMIT_REQUESTS: '1000000',
    SHUTDOWN_DELAY_SECONDS: '0',
    LOG_LEVEL: 'error',
  };
  // Commands run with the base variables, without those meant for the servers.
  const serverVariables = { ...variables, ...more };
  const servers: ServerProcess[] = [];
  const fixture: BookingServers = {
    connection,
    servers,
    start: async () => {
      const server = await startServer(serverVariables);
      servers.push(server);
      return server;
    },
    partner: () => newPartner(variables, servers[0]?.production ?? ''),
    close: async () => {
      for (const server of servers) await server.stop();
      folder.remove();
      await database.drop();
    },
  };
  for (let number = 0; number < count; number++) await fixture.start();
  return fixture;
}

/** Imports the default area with limited capacity. */
async function limitCapacity(connection: ConnectionOptions, capacities: Capacities): Promise<void> {
  const products: Record<string, ServiceArea['products'][keyof ServiceArea['products']]> = {
    ...DEFAULT_SERVICE_AREA.products,
  };
  for (const [product, capacity] of Object.entries(capacities))
    products[product] = { ...DEFAULT_OFFER, capacity };
  const document = serviceAreasDocument([{ ...DEFAULT_SERVICE_AREA, products }]);
  const pool = createPool(connection, { role: 'waybill_system', max: 1, onError: () => {} });
  const admin = {
    system: createSystemDatabase(pool),
    clock: systemClock,
    ids: randomIds,
    environment: 'production' as const,
  };
  const { faults } = await importDocument(admin, 'areas', document, {
    kind: 'command',
    id: 'test',
    requestId: 'test',
  });
  await pool.end();
  if (faults.length > 0) throw new Error(`the area document is not valid: ${JSON.stringify(faults)}`);
}

export function addressOf({ host = '', port = 5432, user = '', database = '' }: ConnectionOptions): string {
  const place = new URLSearchParams({ host, port: String(port) });
  return `postgres://${user}@localhost/${database}?${place.toString()}`;
}
