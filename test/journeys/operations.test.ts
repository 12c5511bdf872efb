import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiClient } from '../support/api-client.ts';
import { freePort } from '../support/free-port.ts';
import { installedFolder } from '../support/installed-folder.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

describe('an operator', () => {
  let folder: Awaited<ReturnType<typeof installedFolder>>;
  const servers: ServerProcess[] = [];
  beforeEach(async () => {
    folder = await installedFolder();
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop();
    folder.remove();
  });

  const start = async (variables: Record<string, string>) => {
    const server = await startServer({ DATA_DIR: folder.path, ...variables });
    servers.push(server);
    return server;
  };
  const credentials = () => JSON.parse(readFileSync(join(folder.path, 'credentials.json'), 'utf8'));

  it('gets metrics on a separate port, not on the public one', async () => {
    const metricsPort = String(await freePort());
    const server = await start({ METRICS_PORT: metricsPort, ENVIRONMENT: 'production', HOST: '0.0.0.0' });
    await fetch(`${server.production}/health`);
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(metrics).toContain(
      'waybill_http_request_duration_seconds_count{environment="production",method="GET",route="/health",status="200"}',
    );
    expect(metrics).toContain('nodejs_eventloop_lag_seconds');
    // The first statements open the connections, and wait for them.
    expect(metrics).toMatch(
      /^waybill_database_pool_wait_seconds_count\{environment="production",pool="app"\} [1-9]/m,
    );
    expect((await fetch(`${server.production}/metrics`)).status).toBe(404);
    // Other addresses of this machine reach the API, but not the metrics, which have no authentication.
    const elsewhere = server.production.replace('127.0.0.1', '127.0.0.2');
    expect((await fetch(`${elsewhere}/health`)).status).toBe(200);
    await expect(fetch(`http://127.0.0.2:${metricsPort}/metrics`)).rejects.toThrow('fetch failed');
  });

  it('drains a process: not ready at once, still serving until the delay ends, then stopped', async () => {
    const server = await start({ SHUTDOWN_DELAY_SECONDS: '2', ENVIRONMENT: 'production' });
    const { client_id, client_secret } = credentials().production;
    const partner = await ApiClient.signIn(server.production, {
      clientId: client_id,
      clientSecret: client_secret,
    });
    const ended = server.stop('SIGTERM');
    let ready = 200;
    while (ready === 200) ready = (await fetch(`${server.production}/ready`)).status;
    expect(ready).toBe(503);
    expect((await partner.get('/account')).status).toBe(200);
    expect(await ended).toBe(0);
    await expect(fetch(`${server.production}/health`)).rejects.toThrow('fetch failed');
  });

  it('runs the environments as two isolated processes on one data folder', async () => {
    const [production, sandbox] = [
      await start({ ENVIRONMENT: 'production' }),
      await start({ ENVIRONMENT: 'sandbox' }),
    ];
    const known = credentials();
    expect(known.production.base_url).toBe(production.production);
    expect(known.sandbox.base_url).toBe(sandbox.sandbox);
    const signIn = (baseUrl: string, pair: { client_id: string; client_secret: string }) =>
      ApiClient.signIn(baseUrl, { clientId: pair.client_id, clientSecret: pair.client_secret });
    const partner = await signIn(sandbox.sandbox, known.sandbox);
    expect((await partner.get('/account')).body.environment).toBe('sandbox');
    await expect(signIn(production.production, known.sandbox)).rejects.toThrow('no token: 400');
    expect((await new ApiClient(production.production, partner.token).get('/account')).status).toBe(401);
    // The database keeps running for the other process.
    await servers.shift()?.stop();
    expect((await partner.get('/account')).status).toBe(200);
  });
});
