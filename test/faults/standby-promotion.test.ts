// R22: the primary loses its power while partners book, and its synchronous standby takes over.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundledPrograms, ExternalPostgres } from '../support/external-postgres.ts';
import { startPartners } from '../support/insistent-partners.ts';
import { type MovingAddress, openMovingAddress } from '../support/moving-address.ts';
import { newPartner } from '../support/new-client.ts';
import { rounds } from '../support/scale.ts';
import { runWaybill, type ServerProcess, startServer, temporaryFolder } from '../support/server-process.ts';

describe('a primary that is killed while two processes book on it', () => {
  const folder = temporaryFolder();
  const closers: (() => unknown)[] = [folder.remove];
  let primary: ExternalPostgres;
  let address: MovingAddress;
  let variables: Record<string, string>;
  let servers: ServerProcess[];

  beforeAll(async () => {
    primary = await ExternalPostgres.create(await bundledPrograms());
    closers.unshift(() => primary.remove());
    await primary.query("create role waybill login createrole password 'secret'");
    await primary.query('create database live owner waybill');
    address = await openMovingAddress(primary.port);
    closers.unshift(() => address.close());
    variables = {
      ENVIRONMENT: 'production',
      DATA_DIR: folder.path,
      DATABASE_URL: `postgres://waybill:secret@127.0.0.1:${address.port}/live`,
      PUBLIC_URL: 'https://waybill.example',
      SECRET_KEY: randomBytes(32).toString('base64'),
      SHUTDOWN_DELAY_SECONDS: '0',
      RATE_LIMIT_REQUESTS: '1000000',
      LOG_LEVEL: 'error',
    };
    servers = [await startServer(variables), await startServer(variables, ['--api'])];
    closers.unshift(...servers.map((server) => () => server.stop()));
  });
  afterAll(async () => {
    for (const close of closers) await close();
  });

  it('costs no acknowledged booking: the standby has them all, each once, and goes on', async () => {
    const api = await newPartner(variables, servers[0]?.production ?? '');
    const partners = startPartners(api, () => servers.map(({ production }) => production), {
      retryAfterMs: 50,
    });
    const outages: number[] = [];
    for (let round = 0; round < rounds(1, 5); round++) {
      const standby = await primary.createStandby();
      closers.unshift(() => standby.remove());
      await partners.untilMore(rounds(20, 200));
      const [confirmed] = await primary.query("select 1 from pg_stat_replication where sync_state = 'sync'");
      expect(confirmed).toBeDefined();
      const killedAt = performance.now();
      primary.kill();
      standby.promote();
      address.leadTo(standby.port);
      await partners.untilMore(1);
      outages.push(Math.round(performance.now() - killedAt));
      primary = standby;
    }
    await partners.untilMore(rounds(20, 200));
    await partners.stop();

    const stored = (await primary.query('select order_number as key, id from booking', 'live')) as {
      key: string;
      id: string;
    }[];
    expect(stored).toHaveLength(partners.acknowledged.size);
    expect(new Map(stored.map(({ key, id }) => [key, id]))).toEqual(partners.acknowledged);
    const doctor = await runWaybill(['doctor'], variables);
    expect(doctor.code, doctor.stdout + doctor.stderr).toBe(0);
    console.info(
      `${stored.length} bookings, ${outages.length} promotions, back after ${outages.join(', ')} ms`,
    );
  });
});
