import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { describeExternalPostgres } from '../support/debian-postgres.ts';
import { newPartner } from '../support/new-client.ts';
import { rounds, timeGoal } from '../support/scale.ts';
import { runWaybill, type ServerProcess, startServer, temporaryFolder } from '../support/server-process.ts';

const outageMillis = rounds(2_000, 10_000);

describeExternalPostgres('with an external', (postgres, another) => {
  let server: ServerProcess;
  let variables: Record<string, string>;
  const folder = temporaryFolder();

  beforeAll(async () => {
    await postgres().query("create role waybill login createrole password 'secret'");
    for (const name of ['live', 'test']) await postgres().query(`create database ${name} owner waybill`);
    variables = {
      DATA_DIR: folder.path,
      DATABASE_URL: postgres().url('live', 'waybill', 'secret'),
      SANDBOX_DATABASE_URL: postgres().url('test', 'waybill', 'secret'),
      PUBLIC_URL: 'https://api.example.com',
      SANDBOX_PUBLIC_URL: 'https://sandbox.example.com',
      SECRET_KEY: randomBytes(32).toString('base64'),
      SHUTDOWN_DELAY_SECONDS: '0',
      RATE_LIMIT_REQUESTS: '1000000',
    };
    server = await startServer(variables);
  });
  afterAll(async () => {
    await server?.stop();
    folder.remove();
  });

  const partner = () => newPartner(variables, server.production);

  it('starts without demo data and without superuser rights', async () => {
    const api = await partner();
    expect((await api.get('/account')).status).toBe(200);
    const orgs = JSON.parse(
      (await runWaybill(['orgs', 'list', '-e', 'sandbox', '--json'], variables)).stdout,
    );
    expect(orgs).toEqual([]);
    const roles = await postgres().query(
      "select rolname from pg_roles where rolname like 'waybill_%' and (rolsuper or rolbypassrls or rolcanlogin)",
    );
    expect(roles).toEqual([]);
  });

  it('returns 503 within a second during an outage and recovers by itself', async () => {
    const api = await partner();
    const pid = server.child.pid;
    const responses: { startedAt: number; status: number; millis: number; type: string }[] = [];
    let running = true;
    const load = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (running) {
          const startedAt = performance.now();
          const { status, body } = await api.get('/account');
          responses.push({ startedAt, status, millis: performance.now() - startedAt, type: body.type });
        }
      }),
    );
    onTestFinished(async () => {
      running = false;
      await load.catch(() => {});
    });
    postgres().stop();
    const stoppedAt = performance.now();
    while (performance.now() - stoppedAt < outageMillis) {
      expect((await fetch(`${server.production}/health`)).status).toBe(200);
      await delay(100);
    }
    const ready = await fetch(`${server.production}/ready`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({ waiting_for: expect.arrayContaining(['database']) });
    // Requests in flight at the stop may still have succeeded.
    const outage = responses.filter(({ startedAt }) => startedAt > stoppedAt);
    expect(outage.length).toBeGreaterThan(0);
    expect(outage.filter(({ status }) => status !== 503)).toEqual([]);
    expect(outage.filter(({ type }) => type !== 'api_error')).toEqual([]);
    expect(Math.max(...outage.map(({ millis }) => millis))).toBeLessThan(timeGoal(1_000));

    postgres().start();
    const restartedAt = performance.now();
    while ((await api.get('/account')).status !== 200) {
      expect(performance.now() - restartedAt).toBeLessThan(timeGoal(2_000));
      await delay(20);
    }
    running = false;
    await load;
    while ((await fetch(`${server.production}/ready`)).status !== 200) {
      expect(performance.now() - restartedAt).toBeLessThan(timeGoal(5_000));
      await delay(20);
    }
    expect(server.child.exitCode).toBeNull();
    expect(server.child.pid).toBe(pid);
  });

  it('prints what an administrator must do if the database user may not create roles', async () => {
    const other = await another();
    try {
      await other.query("create role plain login password 'secret'");
      await other.query('create database live owner plain');
      const { code, stderr } = await runWaybill(['migrate'], {
        ...variables,
        ENVIRONMENT: 'production',
        DATABASE_URL: other.url('live', 'plain', 'secret'),
      });
      expect(code).toBe(1);
      expect(stderr).toContain('create role waybill_app nologin');
      expect(stderr).not.toContain('secret@');
    } finally {
      other.remove();
    }
  });
});
