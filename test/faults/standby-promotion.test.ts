// R22: the primary crashes, or loses its connection to the standby, while partners book, and its synchronous standby
// takes over. With full counts API processes and workers are separate and run behind the recommended load balancer.
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundledPrograms, ExternalPostgres } from '../support/external-postgres.ts';
import { measured } from '../support/fault-report-notes.ts';
import { freePort } from '../support/free-port.ts';
import { startHaproxy } from '../support/haproxy.ts';
import { newPartner } from '../support/new-client.ts';
import { startRetryingPartners } from '../support/retrying-partners.ts';
import { rounds } from '../support/scale.ts';
import { runWaybill, type ServerProcess, startServer, temporaryFolder } from '../support/server-process.ts';
import { type SwitchableProxy, startSwitchableProxy } from '../support/switchable-proxy.ts';
import { startWorkerProcess } from '../support/worker-process.ts';

const FAILOVERS = rounds(1, 6);
const isFull = rounds(0, 1) === 1;
/**
 * Longer than any statement timeout: a commit that gave up waiting for the standby would have been acknowledged by
 * then.
 */
const CUT_OFF_MS = 13_000;

describe('a primary used by two processes', () => {
  const folder = temporaryFolder();
  const cleanups: (() => unknown)[] = [folder.remove];
  let primary: ExternalPostgres;
  let address: SwitchableProxy;
  let variables: Record<string, string>;
  let servers: ServerProcess[];
  /** URLs that partners use. */
  let urls: string[];

  beforeAll(async () => {
    primary = await ExternalPostgres.create(await bundledPrograms());
    cleanups.unshift(() => primary.remove());
    await primary.query("create role waybill login createrole password 'secret'");
    await primary.query('create database live owner waybill');
    address = await startSwitchableProxy(primary.port);
    cleanups.unshift(() => address.close());
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
    await startServers();
  });
  afterAll(async () => {
    for (const close of cleanups) await close();
  });

  async function startServers(): Promise<void> {
    const ports = [String(await freePort()), String(await freePort())] as const;
    const [one, two] = ports;
    servers = [
      await startServer({ ...variables, PORT: one }, isFull ? ['--api'] : []),
      await startServer({ ...variables, PORT: two }, ['--api']),
    ];
    urls = servers.map(({ production }) => production);
    cleanups.unshift(...servers.map((server) => () => server.stop()));
    if (!isFull) return;
    for (let count = 0; count < 2; count++) {
      const worker = await startWorkerProcess(variables);
      cleanups.unshift(() => worker.stop());
    }
    const balancer = await startHaproxy([`127.0.0.1:${one}`, `127.0.0.1:${two}`]);
    cleanups.unshift(() => balancer.stop());
    urls = [balancer.url];
  }

  it('loses no acknowledged booking on failover: the standby has each once and continues', async () => {
    const api = await newPartner(variables, servers[0]?.production ?? '');
    const partners = startRetryingPartners(api, () => urls, { retryAfterMs: 50 });
    /** A primary without its standby still accepts statements but must not acknowledge commits. */
    const expectNothingAcknowledged = async (link: SwitchableProxy) => {
      link.stopForwarding();
      // Responses to commits that the standby had confirmed before are still in flight.
      await delay(1_000);
      const before = partners.acknowledged.size;
      await delay(CUT_OFF_MS);
      expect(partners.acknowledged.size).toBe(before);
    };
    const outages: number[] = [];
    for (let round = 0; round < FAILOVERS; round++) {
      const link = await startSwitchableProxy(primary.port);
      cleanups.unshift(() => link.close());
      const standby = await primary.createStandby(link.port);
      cleanups.unshift(() => standby.remove());
      await partners.untilMore(rounds(20, 200));
      const [confirmed] = await primary.query("select 1 from pg_stat_replication where sync_state = 'sync'");
      expect(confirmed).toBeDefined();
      // Every third time the connection is lost instead, and the old primary keeps running.
      if (round % 3 === 2) await expectNothingAcknowledged(link);
      else primary.kill();
      const promotedFrom = performance.now();
      standby.promote();
      address.switchTo(standby.port);
      await partners.untilMore(1);
      outages.push(Math.round(performance.now() - promotedFrom));
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
    measured(
      `${FAILOVERS} failovers${isFull ? ' (2 of them of a primary that was cut off from its standby for 14 s and acknowledged nothing), 2 API processes and 2 workers behind HAProxy' : ''}: ${stored.length} booked, none lost, next response after ${outages.join(', ')} ms`,
    );
  });
});
