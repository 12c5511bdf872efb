// A running application on its own database, reached over real HTTP, with helpers to create organizations, clients and
// users.
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { Registry } from 'prom-client';
import type { Overrides } from '../../src/app/app-options.ts';
import { type App, buildApp } from '../../src/app.ts';
import type { EnvironmentName } from '../../src/config/environment-name.ts';
import { type Config, readConfig } from '../../src/config.ts';
import type { ConnectionOptions } from '../../src/db/pool.ts';
import { createPool } from '../../src/db/pool.ts';
import { LOGIN_ROLE } from '../../src/db/roles.ts';
import { createSystemDatabase, type SystemDatabase } from '../../src/db/system-database.ts';
import { createOrganization } from '../../src/features/accounts/system/create-organization.ts';
import { createUser } from '../../src/features/accounts/system/create-user.ts';
import {
  createClient,
  type IssuedClient,
  type NewClientInput,
} from '../../src/features/oauth/system/create-client.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { randomIds } from '../../src/lib/ids.ts';
import { KeyRing } from '../../src/lib/key-ring.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { ApiClient } from './api-client.ts';
import { createTestDatabase, queryAsOwner } from './database.ts';
import { expectEventDocumented } from './openapi-response-check.ts';
import { startSourceThread } from './plan-threads.ts';
import { testSecurityLog } from './security-log.ts';
import { startValidatingProxy } from './validating-proxy.ts';

export interface TestAppOptions extends Overrides {
  readonly environment?: EnvironmentName;
  /** Environment variables in addition to the defaults. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Shares the database of another test app: a second process of the same environment. */
  readonly sharing?: TestApp;
  /** Log level; default: `info`. */
  readonly logLevel?: string;
  /** The test corrupts stored data on purpose: events are not checked against the description. */
  readonly corruptsData?: boolean;
  /** Another route to the database, for example through a proxy. Only the application itself uses it. */
  readonly through?: (connection: ConnectionOptions) => Promise<ConnectionOptions>;
}

/** Tests that poll must not reach the limits. Tests of limits set their own. */
const noLimits = { ADDRESS_LIMIT_REQUESTS: '100000', RATE_LIMIT_REQUESTS: '1000000' };

/** For tests that let hours pass and are not about sign-in: operators stay signed in for a week. */
export const longOperatorSessions = {
  OPERATOR_SESSION_HOURS: '168',
  OPERATOR_SESSION_IDLE_MINUTES: '10080',
};

/** Master keys of every test application. */
export const testKeys = [{ id: 'k1', secret: randomBytes(32) }];

export interface TestApp {
  readonly app: App;
  readonly baseUrl: string;
  readonly connection: ConnectionOptions;
  readonly environment: EnvironmentName;
  readonly system: SystemDatabase;
  readonly keys: KeyRing;
  readonly metrics: Registry;
  /** Everything that was logged, as text. */
  readonly logged: () => string;
  /** Creates an organization with a client for client_credentials. */
  organization(name?: string): Promise<{ id: string; client: IssuedClient }>;
  client(accountId: string, input?: Partial<NewClientInput>): Promise<IssuedClient>;
  user(username: string, password: string): Promise<{ id: string; accountId: string }>;
  /** An authenticated API client of an organization, by default a new one. */
  partner(options?: { scope?: string; client?: IssuedClient }): Promise<ApiClient>;
  /** An API client without a token. */
  readonly anonymous: ApiClient;
  close(): Promise<void>;
}

/**
 * Event retention uses the time in event ids. With a test clock but real ids, the worker would delete the first events
 * of a test, so that retention is postponed by a year.
 */
async function postponeEventRetention(connection: ConnectionOptions): Promise<void> {
  await queryAsOwner(
    connection,
    "insert into periodic_task (name, due_at) values ('webhooks.retention', now() + interval '1 year')",
  );
}

/** Receivers of webhooks listen on loopback and stand for public ones, unless the test sets WEBHOOK_ALLOW_PRIVATE. */
function readTestConfig(variables: Readonly<Record<string, string>>): Config {
  const config = readConfig(variables);
  if (variables['WEBHOOK_ALLOW_PRIVATE'] !== undefined) return config;
  const open = { allowPrivate: ['127.0.0.0/8', '::1/128'], showsPrivateResponses: true };
  return { ...config, webhooks: { ...config.webhooks, targets: { production: open, sandbox: open } } };
}

export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const name = options.environment ?? 'production';
  const database = options.sharing ? null : await createTestDatabase();
  const connection = options.sharing?.connection ?? database?.connection;
  if (!connection) throw new Error('a test app needs a database');
  if (database && options.clock && !options.ids) await postponeEventRetention(connection);
  const config = readTestConfig({ ENVIRONMENT: name, ...noLimits, ...options.variables });
  const [environment] = config.environments;
  if (!environment) throw new Error('no environment');
  const lines: string[] = [];
  const log = createLogger(
    options.logLevel ?? 'info',
    new Writable({
      write: (chunk, _encoding, done) => {
        lines.push(String(chunk));
        done();
      },
    }),
  );
  const metrics = new Registry();
  // As an embedded installation does.
  const login = { ...connection, user: LOGIN_ROLE };
  const app = await buildApp(
    {
      config,
      environment,
      connection: (await options.through?.(login)) ?? login,
      masterKeys: testKeys,
      log,
      metrics,
    },
    { startThread: startSourceThread, ...options },
  );
  await app.server.listen({ host: '127.0.0.1', port: Number(options.variables?.['PORT'] ?? 0) });
  const ownUrl = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`;
  const validator = await startValidatingProxy(ownUrl);
  const baseUrl = validator.url;
  const pool = createPool(connection, { role: 'waybill_system', max: 2, onError: () => {} });
  const system = createSystemDatabase(pool);
  const admin = {
    system,
    clock: options.clock ?? systemClock,
    ids: options.ids ?? randomIds,
    environment: name,
    security: testSecurityLog(name),
  };
  const command = { kind: 'command', id: 'test', requestId: 'test' } as const;

  const test: TestApp = {
    app,
    baseUrl,
    connection,
    environment: name,
    system,
    keys: new KeyRing(testKeys, name),
    metrics,
    logged: () => lines.join(''),
    organization: async (label = 'Acme Furniture') => {
      const { id } = await createOrganization(admin, { name: label, contactEmail: null }, command);
      return { id, client: await test.client(id) };
    },
    client: (accountId, input = {}) =>
      createClient(
        admin,
        {
          accountId,
          name: 'test client',
          scopes: ['org'],
          grants: ['client_credentials'],
          redirectUris: [],
          ...input,
        },
        command,
      ),
    user: (username, password) => createUser(admin, { username, password }, command),
    partner: async ({ scope, client } = {}) => {
      const { clientId, clientSecret } = client ?? (await test.organization()).client;
      return ApiClient.signIn(baseUrl, { clientId, clientSecret, ...(scope !== undefined && { scope }) });
    },
    anonymous: new ApiClient(baseUrl, null),
    close: async () => {
      await pool.end();
      await validator.stop();
      await app.close();
      try {
        if (database && !options.corruptsData) await expectEventsDescribed(database.connection);
      } finally {
        await database?.drop({ spoiled: options.corruptsData ?? false });
      }
    },
  };
  return test;
}

const maxEventsChecked = 2_000;

/** All events of the test match the OpenAPI description. */
async function expectEventsDescribed(connection: ConnectionOptions): Promise<void> {
  const events = await queryAsOwner<{ payload: { type: string } }>(
    connection,
    // Events made up by tests have a number.
    `select payload from event where payload #> '{data,number}' is null limit ${maxEventsChecked}`,
  );
  for (const { payload } of events) expectEventDocumented(payload);
}
