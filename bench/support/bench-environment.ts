// Environment of a benchmark: a real Waybill process on the loopback interface with embedded PostgreSQL, and an
// authenticated partner.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client as HttpClient } from 'undici';
import { joinEmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts';
import type { ConnectionOptions } from '../../src/db/pool.ts';
import { startServer, temporaryFolder } from '../../test/support/server-process.ts';
import { openDatabase } from './database.ts';
import { processMicros, processTreeMicros } from './processor-time.ts';

export interface BenchEnvironment {
  readonly baseUrl: string;
  /** Data folder of the server. */
  readonly dataDir: string;
  /** The server's database, as its owner. */
  readonly connection: ConnectionOptions;
  readonly partner: Partner;
  /** Quick run: less data where a benchmark needs a lot. */
  readonly small: boolean;
  /**
   * CPU time so far of PostgreSQL, of the server if requested, and of another process if given; null if it cannot be
   * read.
   */
  readonly cpuMicros: (which: { readonly server: boolean; readonly pid?: number }) => number | null;
  /** Registers a clean-up that runs before the server stops. */
  readonly defer: (close: () => Promise<unknown>) => void;
  close(): Promise<void>;
}

export interface Partner {
  readonly headers: Readonly<Record<string, string>>;
  /** Sequential requests over one connection; resolve to the response body. Another status is an error. */
  post(path: string, body: unknown, expectedStatus: number): Promise<string>;
  get(path: string): Promise<string>;
}

export interface BenchEnvironmentOptions {
  readonly small: boolean;
  /** Whether the server runs background work; otherwise it only serves HTTP. */
  readonly works: boolean;
}

export async function openBenchEnvironment({
  small,
  works,
}: BenchEnvironmentOptions): Promise<BenchEnvironment> {
  const folder = temporaryFolder();
  const server = await startServer(
    {
      DATA_DIR: folder.path,
      ENVIRONMENT: 'production',
      LOG_LEVEL: 'warn',
      // The receivers of the webhook benchmarks are on this machine.
      WEBHOOK_ALLOW_PRIVATE: 'loopback',
      RATE_LIMIT_REQUESTS: '1000000',
    },
    works ? [] : ['--api'],
  );
  const embedded = await joinEmbeddedPostgres({
    dataDir: folder.path,
    log: { info() {}, warn() {}, error() {} },
  });
  const connection = embedded.connectionTo('waybill_production');
  const postmasterPid = await openDatabase(connection, (database) => database.postmasterPid());
  const client = new HttpClient(server.production);
  const cleanups: (() => Promise<unknown>)[] = [];
  return {
    baseUrl: server.production,
    dataDir: folder.path,
    connection,
    partner: await signIn(client, folder.path),
    small,
    cpuMicros: ({ server: withServer, pid }) => {
      const parts = [
        postmasterPid === null ? null : processTreeMicros(postmasterPid),
        withServer ? processMicros(server.child.pid ?? 0) : 0,
        pid === undefined ? 0 : processMicros(pid),
      ];
      return parts.reduce((sum, part) => (sum === null || part === null ? null : sum + part), 0);
    },
    defer: (close) => cleanups.unshift(close),
    close: async () => {
      for (const cleanup of cleanups) await cleanup();
      await client.close();
      await server.stop();
      await embedded.leave();
      folder.remove();
    },
  };
}

export async function signIn(client: HttpClient, dataDir: string): Promise<Partner> {
  const { production } = JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8'));
  const { body } = await client.request({
    method: 'POST',
    path: '/oauth/token',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'client_credentials',
      client_id: production.client_id,
      client_secret: production.client_secret,
    }),
  });
  const { access_token } = (await body.json()) as { access_token: string };
  const headers = {
    accept: 'application/vnd.service+json; version=2',
    authorization: `Bearer ${access_token}`,
  };
  return {
    headers,
    post: (path, content, status) =>
      call(
        client,
        {
          method: 'POST',
          path,
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(content),
        },
        status,
      ),
    get: (path) => call(client, { method: 'GET', path, headers }, 200),
  };
}

async function call(
  client: HttpClient,
  request: Parameters<HttpClient['request']>[0],
  expectedStatus: number,
): Promise<string> {
  const response = await client.request(request);
  const text = await response.body.text();
  if (response.statusCode !== expectedStatus)
    throw new Error(`${request.path} returned ${response.statusCode}: ${text}`);
  return text;
}
