// What benchmarks run against: a real Waybill process on the loopback interface, with its own real PostgreSQL, and a
// partner who is signed in to it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'undici';
import { startServer, temporaryFolder } from '../../test/support/server-process.ts';

export interface Surroundings {
  readonly baseUrl: string;
  /** Other processes can join the server's PostgreSQL through it. */
  readonly dataDir: string;
  readonly partner: Partner;
  close(): Promise<void>;
}

export interface Partner {
  /** One after the other, over one connection. An answer with another status is an error. */
  post(path: string, body: unknown, expectedStatus: number): Promise<void>;
}

export async function openSurroundings(): Promise<Surroundings> {
  const folder = temporaryFolder();
  const server = await startServer({
    DATA_DIR: folder.path,
    ENVIRONMENT: 'production',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_REQUESTS: '1000000',
  });
  const client = new Client(server.production);
  const token = await signIn(client, folder.path);
  return {
    baseUrl: server.production,
    dataDir: folder.path,
    partner: { post: (path, body, status) => post(client, token, path, body, status) },
    close: async () => {
      await client.close();
      await server.stop();
      folder.remove();
    },
  };
}

async function signIn(client: Client, dataDir: string): Promise<string> {
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
  return access_token;
}

async function post(
  client: Client,
  token: string,
  path: string,
  body: unknown,
  expectedStatus: number,
): Promise<void> {
  const answer = await client.request({
    method: 'POST',
    path,
    headers: {
      accept: 'application/vnd.service+json; version=2',
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  const text = await answer.body.text();
  if (answer.statusCode !== expectedStatus) throw new Error(`${path} answered ${answer.statusCode}: ${text}`);
}
