import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { freePort } from '../support/free-port.ts';
import { signInWithRetry } from '../support/retry-on-503.ts';
import { rounds, timeGoal } from '../support/scale.ts';
import { spawnWaybill, startServer, stopProcess, temporaryFolder } from '../support/server-process.ts';

function folderForThisTest(): { DATA_DIR: string; PORT?: string } {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  return { DATA_DIR: folder.path };
}

async function signIn(dataDir: string, baseUrl: string): Promise<ApiClient> {
  const { production } = JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8'));
  return signInWithRetry(baseUrl, {
    clientId: production.client_id,
    clientSecret: production.client_secret,
  });
}

describe('SIGKILL', () => {
  it('at any time during the first start leaves an installation that the next start completes', async () => {
    const moments = Array.from(
      { length: rounds(3, 20) },
      (_, round) => 300 + (round * 3_000) / rounds(3, 20),
    );
    for (const millis of moments) {
      const variables = {
        ...folderForThisTest(),
        PORT: String(await freePort()),
        SANDBOX_PORT: String(await freePort()),
      };
      const { child } = spawnWaybill(['serve'], variables);
      await delay(millis);
      await stopProcess(child, 'SIGKILL');
      const server = await startServer(variables);
      const api = await signIn(variables.DATA_DIR, server.production);
      expect((await api.get('/account')).body.name).toBe('Demo Organization');
      await server.stop();
    }
  });

  it('under load loses no acknowledged change, and the next start succeeds', async () => {
    const variables = { ...folderForThisTest(), ENVIRONMENT: 'production' };
    let acknowledged = 'Demo Organization';
    for (let round = 0; round < rounds(2, 30); round++) {
      const server = await startServer({ ...variables, RATE_LIMIT_REQUESTS: '1000000' });
      const api = await signIn(variables.DATA_DIR, server.production);
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
      await server.stop('SIGKILL');
      await load;
      // The last attempt may have been committed or not; an acknowledged one must have been.
      const next = await startServer({ ...variables, RATE_LIMIT_REQUESTS: '1000000' });
      const { body } = await (await signIn(variables.DATA_DIR, next.production)).get('/account');
      expect([acknowledged, attempted]).toContain(body.name);
      acknowledged = body.name;
      await next.stop(round % 2 ? 'SIGKILL' : 'SIGTERM');
    }
    const last = await startServer(variables);
    await last.stop();
  });

  it('of the embedded PostgreSQL is repaired within five seconds by the same process', async () => {
    const variables = { ...folderForThisTest(), ENVIRONMENT: 'production' };
    const server = await startServer({ ...variables, RATE_LIMIT_REQUESTS: '1000000' });
    onTestFinished(async () => void (await server.stop()));
    const api = await signIn(variables.DATA_DIR, server.production);
    for (let round = 0; round < rounds(2, 10); round++) {
      const [pid] = readFileSync(join(variables.DATA_DIR, 'postgres/postmaster.pid'), 'utf8').split('\n');
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
    expect(server.child.exitCode).toBeNull();
    expect(await server.stop()).toBe(0);
  });
});
