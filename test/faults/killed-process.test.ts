// SIGKILL of an installation with the embedded PostgreSQL: during its first start, under load, and of PostgreSQL alone.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { freePort } from '../support/free-port.ts';
import { signInWithRetry } from '../support/retry-on-503.ts';
import { rounds, timeGoal } from '../support/scale.ts';
import { between, randomFrom } from '../support/seed.ts';
import {
  type ServerProcess,
  spawnWaybill,
  startServer,
  stopProcess,
  temporaryFolder,
} from '../support/server-process.ts';
import { until } from '../support/until.ts';

/** Files that show how far a first start is: it creates PostgreSQL, starts it, and fills it with demo data. */
const stages: readonly ((name: string) => boolean)[] = [
  (name) => name.startsWith('postgres-draft-'),
  (name) => name === 'postgres',
  (name) => name === 'credentials.json',
];

async function signIn(dataDir: string, baseUrl: string): Promise<ApiClient> {
  const { production } = JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8'));
  return signInWithRetry(baseUrl, {
    clientId: production.client_id,
    clientSecret: production.client_secret,
  });
}

describe('SIGKILL', () => {
  const random = randomFrom('killed process');
  const folders = Array.from({ length: rounds(1, 7) }, temporaryFolder);
  // The tests after the first one continue with an installation that it leaves.
  const dataDir = folders[0]?.path ?? '';
  let server: ServerProcess | null = null;
  const running = async () => {
    server ??= await startServer({ DATA_DIR: dataDir, ENVIRONMENT: 'production' });
    return server;
  };
  afterAll(async () => {
    await server?.stop();
    for (const folder of folders) folder.remove();
  });

  it('at any time during the first start leaves an installation that the next start completes', async () => {
    for (const { path } of folders) {
      const variables = {
        DATA_DIR: path,
        PORT: String(await freePort()),
        SANDBOX_PORT: String(await freePort()),
      };
      // Every start continues an installation that was interrupted at an earlier stage.
      for (const isReached of stages) {
        const { child, output } = spawnWaybill(['serve'], variables);
        await until(
          async () => readdirSync(path),
          (names) => names.some(isReached) || child.exitCode !== null,
        );
        await delay(between(random, 0, 500));
        expect(child.exitCode, output()).toBeNull();
        await stopProcess(child, 'SIGKILL');
      }
      const complete = await startServer(variables);
      const api = await signIn(path, complete.production);
      expect((await api.get('/account')).body.name).toBe('Demo Organization');
      await complete.stop();
    }
  });

  it('under load loses no acknowledged change, and the next start succeeds', async () => {
    let acknowledged = 'Demo Organization';
    for (let round = 0; round < rounds(1, 30); round++) {
      const { production } = await running();
      const api = await signIn(dataDir, production);
      let attempted = acknowledged;
      expect((await api.get('/account')).body.name).toBe(acknowledged);
      const load = (async () => {
        for (let count = 0; ; count++) {
          attempted = `name ${round}-${count}`;
          const answer = await api.patch('/account', { name: attempted });
          if (answer.status === 200) acknowledged = attempted;
        }
      })().catch(() => {});
      await delay(200 + (round % 5) * 100);
      await server?.stop('SIGKILL');
      await load;
      // The last attempt may have been committed or not; an acknowledged one must have been.
      server = null;
      const next = await running();
      const { body } = await (await signIn(dataDir, next.production)).get('/account');
      expect([acknowledged, attempted]).toContain(body.name);
      acknowledged = body.name;
    }
  });

  it('of the embedded PostgreSQL is repaired within five seconds by the same process', async () => {
    const { production, child } = await running();
    const api = await signIn(dataDir, production);
    for (let round = 0; round < rounds(2, 10); round++) {
      const [pid] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
      await api.patch('/account', { name: `round ${round}` });
      process.kill(Number(pid), 'SIGKILL');
      const killedAt = performance.now();
      // Requests in flight may still succeed; the database is down once one is refused.
      while ((await api.get('/account')).status === 200)
        expect(performance.now() - killedAt).toBeLessThan(timeGoal(5_000));
      let { status } = await api.get('/account');
      while (status !== 200) {
        expect(status).toBe(503);
        expect(performance.now() - killedAt).toBeLessThan(timeGoal(5_000));
        await delay(20);
        ({ status } = await api.get('/account'));
      }
      expect((await api.get('/account')).body.name).toBe(`round ${round}`);
    }
    expect(child.exitCode).toBeNull();
    expect(await server?.stop()).toBe(0);
  });
});
