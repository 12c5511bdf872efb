// Two server processes over one database share the rate limit, revocations and rotations.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listClients } from '../../src/features/oauth/client-admin-store.ts';
import { ApiClient } from '../support/api-client.ts';
import { addressOf } from '../support/booking-servers.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { asAdmin, newClient, newPartner } from '../support/new-client.ts';
import { newOperator, OperatorClient } from '../support/operator-client.ts';
import { rounds } from '../support/scale.ts';
import { type ServerProcess, startServer, temporaryFolder } from '../support/server-process.ts';

describe('two processes over one database', () => {
  const folder = temporaryFolder();
  let database: TestDatabase;
  let variables: Record<string, string>;
  const servers: ServerProcess[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
    variables = {
      DATA_DIR: folder.path,
      ENVIRONMENT: 'production',
      DATABASE_URL: addressOf(database.connection),
      PUBLIC_URL: 'https://waybill.example',
      SECRET_KEY: `k1:${randomBytes(32).toString('base64')}`,
      RATE_LIMIT_REQUESTS: '300',
      // Long enough for all requests on a busy machine.
      RATE_LIMIT_WINDOW_SECONDS: String(rounds(600, 60)),
      SHUTDOWN_DELAY_SECONDS: '0',
      LOG_LEVEL: 'error',
    };
    servers.push(await startServer(variables), await startServer(variables, ['--api']));
  });
  afterAll(async () => {
    for (const server of servers) await server.stop();
    folder.remove();
    await database?.drop();
  });

  const at = (process: number) => servers[process % servers.length]?.production ?? '';

  it('admit exactly 300 requests in a window, distributed over 64 clients', async () => {
    for (let round = 0; round < rounds(1, 3); round++) {
      const { token } = await newPartner(variables, at(0));
      const statuses: number[] = [];
      const remaining: number[] = [];
      const client = async (number: number) => {
        const api = new ApiClient(at(number), token);
        for (let request = 0; request < 15; ) {
          const { status, headers, body } = await api.get('/account');
          // A starved machine answers 503 before it counts. Clients repeat such requests.
          if (status === 503) continue;
          request++;
          statuses.push(status);
          remaining.push(Number(headers.get('ratelimit-remaining')));
          if (status === 429)
            expect(body).toMatchObject({
              type: 'rate_limit_error',
              code: 'rate_limit_exceeded',
              http_status: 429,
            });
        }
      };
      await Promise.all(Array.from({ length: 64 }, (_, number) => client(number)));
      expect(statuses).toHaveLength(960);
      expect(statuses.filter((status) => status === 200)).toHaveLength(300);
      expect(statuses.filter((status) => status === 429)).toHaveLength(660);
      expect(Math.min(...remaining)).toBe(0);
    }
  });

  it('refuse a token on the next call after it was revoked in the other process', async () => {
    const credentials = await newClient(variables);
    for (let round = 0; round < rounds(20, 100); round++) {
      const { token } = await ApiClient.signIn(at(round), credentials);
      const [current, other] = [new ApiClient(at(round), token), new ApiClient(at(round + 1), token)];
      expect((await other.get('/account')).status).toBe(200);
      expect((await current.post('/oauth/revoke', { token })).status).toBe(200);
      expect((await other.get('/account')).status).toBe(401);
      expect((await current.get('/account')).status).toBe(401);
    }
  });

  it('refuse the tokens of a secret on the next call after it was rotated in the other process', async () => {
    const { clientId, clientSecret: firstSecret } = await newClient(variables);
    const operator = await asAdmin(variables, async (admin) => {
      const account = await newOperator(admin, 'admin');
      return OperatorClient.signIn({ baseUrl: at(0) }, account);
    });
    const { id } = await asAdmin(variables, async ({ system, clock }) => {
      const clients = await listClients(system, { now: clock.now() });
      return clients.find((client) => client.clientId === clientId) ?? { id: '' };
    });
    let clientSecret = firstSecret;
    let accepted = 0;
    for (let round = 0; round < rounds(5, 100); round++) {
      const { token } = await ApiClient.signIn(at(round), { clientId, clientSecret });
      const [current, other] = [new ApiClient(at(round), token), new ApiClient(at(round + 1), token)];
      // Both processes have cached the token.
      for (const each of [current, other]) expect((await each.get('/account')).status).toBe(200);
      const rotating = new OperatorClient(at(round), operator.headers);
      const { status, body, text } = await rotating.post(`/clients/${id}/rotate`, { overlap_hours: 0 });
      expect(status, text).toBe(200);
      clientSecret = body.client_secret;
      for (const each of [other, current]) if ((await each.get('/account')).status !== 401) accepted += 1;
    }
    expect(accepted).toBe(0);
  });
});
