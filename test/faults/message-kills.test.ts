// The server is killed while an SMS is sent: it is still sent only once, and operators can read it.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient } from '../support/api-client.ts';
import { addressOf } from '../support/booking-servers.ts';
import { createTestDatabase, queryAsOwner, type TestDatabase } from '../support/database.ts';
import { runWaybill, type ServerProcess, startServer, temporaryFolder } from '../support/server-process.ts';
import { TWILIO_FROM, TWILIO_SID, TWILIO_TOKEN, TwilioServer } from '../support/twilio-server.ts';
import { until } from '../support/until.ts';

describe('SIGKILL of a server that sends an SMS', () => {
  const folder = temporaryFolder();
  let database: TestDatabase;
  let twilio: TwilioServer;
  let variables: Record<string, string>;
  let server: ServerProcess;
  let org: string;
  const waybill = async (...args: string[]) => {
    const { code, stdout, stderr } = await runWaybill([...args, '--json'], variables);
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout);
  };

  beforeAll(async () => {
    [database, twilio] = await Promise.all([createTestDatabase(), TwilioServer.start()]);
    variables = {
      DATA_DIR: folder.path,
      ENVIRONMENT: 'production',
      DATABASE_URL: addressOf(database.connection),
      PUBLIC_URL: 'https://waybill.example',
      SECRET_KEY: `k1:${randomBytes(32).toString('base64')}`,
      SHUTDOWN_DELAY_SECONDS: '0',
      LOG_LEVEL: 'error',
      QUIET_HOURS: 'none',
      TWILIO_ACCOUNT_SID: TWILIO_SID,
      TWILIO_AUTH_TOKEN: TWILIO_TOKEN,
      TWILIO_FROM,
      TWILIO_URL: twilio.url,
    };
    server = await startServer(variables);
    org = (await waybill('orgs', 'create', '--name', 'Acme')).id;
  });
  afterAll(async () => {
    await server?.stop();
    folder.remove();
    await twilio?.close();
    await database?.drop();
  });

  it('leaves the message to the next server, which checks what was sent before it sends', async () => {
    expect(await waybill('orgs', 'notifications', 'set', '--org', org, '--language', 'es')).toEqual({
      org,
      language: 'es',
    });
    const client = await waybill('clients', 'create', '--org', org, '--name', 'shop');
    const credentials = { clientId: client.client_id, clientSecret: client.client_secret };
    const partner = await ApiClient.signIn(server.production, credentials);
    twilio.hangNextResponse();
    const { status, body } = await partner.post('/bookings', {
      stops: ['350 5th Ave, New York, NY 10118', '1 Main St, Brooklyn, NY 11201'].map((location) => ({
        location,
      })),
      product: 'van',
      arrival_window_from: new Date(Date.now() + 26 * 3_600_000).toISOString(),
      contacts: [{ phone_number: '+13125550100' }],
    });
    expect(status).toBe(201);
    await until(
      async () => twilio.sent.length,
      (count) => count === 1,
    );
    await server.stop('SIGKILL');
    server = await startServer(variables);
    // The lease of the killed server would expire by itself within 20 seconds.
    await queryAsOwner(database.connection, 'update due_job set leased_until = null');
    const [message] = await until(
      () => waybill('messages', 'list', '--booking', body.hid),
      ([only]) => only?.status === 'sent',
    );
    expect(message).toMatchObject({
      account_id: org,
      kind: 'booked',
      channel: 'sms',
      language: 'es',
      address: '+13125550100',
      text: expect.stringContaining(`Acme: reserva ${body.hid} confirmada.`),
      attempts: 2,
      reference: twilio.sent[0]?.sid,
    });
    expect(twilio.sent).toHaveLength(1);
    const { stdout } = await runWaybill(['doctor'], variables);
    expect(stdout).toContain('✓ messages: every required message exists exactly once (1)');
  });
});
