// An embedded installation moves to an external PostgreSQL while partners book, and is then backed up with the tools of
// that server.
import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectionFromUrl } from '../../src/db/connection-options.ts';
import { exportDatabase } from '../../src/db/export/export-database.ts';
import type { ExportManifest } from '../../src/db/export/export-manifest.ts';
import { importDatabase } from '../../src/db/export/import-database.ts';
import type { ApiClient } from '../support/api-client.ts';
import { describeExternalPostgres } from '../support/debian-postgres.ts';
import { answered, signInWithRetry } from '../support/retry-on-503.ts';
import { rounds } from '../support/scale.ts';
import { runWaybill, startServer } from '../support/server-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'waybill-move-'));
chmodSync(folder, 0o755);
const exported = join(folder, 'exported');
// Rate limit counters are exported too, so the limit must not be reached.
const common = {
  ENVIRONMENT: 'production',
  PUBLIC_URL: 'https://waybill.example',
  RATE_LIMIT_REQUESTS: '1000000',
};
const source = { ...common, DATA_DIR: join(folder, 'home') };
const manifestOf = (path: string) =>
  JSON.parse(readFileSync(join(path, 'manifest.json'), 'utf8')) as ExportManifest;

const window = new Date(Date.now() + 86_400_000).toISOString();
const order = () => ({
  stops: [{ location: '350 5th Ave, New York, NY 10118' }, { location: '1 Main St, Brooklyn, NY 11201' }],
  product: 'van',
  description: 'A sofa\twith a "tab", a backslash \\ and\na second line',
  arrival_window_from: window,
});

async function signIn(baseUrl: string): Promise<ApiClient> {
  const { production } = JSON.parse(readFileSync(join(source.DATA_DIR, 'credentials.json'), 'utf8'));
  return signInWithRetry(baseUrl, {
    clientId: production.client_id,
    clientSecret: production.client_secret,
  });
}

async function runOk(args: readonly string[], variables: Readonly<Record<string, string>>): Promise<string> {
  const { code, stdout, stderr } = await runWaybill(args, variables);
  expect(code, stdout + stderr).toBe(0);
  return stdout;
}

const acknowledged: string[] = [];

beforeAll(async () => {
  const server = await startServer(source);
  const api = await signIn(server.production);
  expect((await api.post('/webhooks', { url: 'https://receiver.example/hook' })).status).toBe(201);
  const book = async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const { body, status, text } = await answered(() => api.post('/bookings', order(), { headers }));
    expect(status, text).toBe(201);
    return body.id as string;
  };
  for (let count = 0; count < rounds(10, 500); count++) acknowledged.push(await book());
  await api.post(`/bookings/${acknowledged[0]}/cancel`, {});
  let running = true;
  const load = (async () => {
    while (running) {
      await book();
      await delay(rounds(20, 0));
    }
  })();
  await runOk(['export', exported, '--json'], source);
  running = false;
  await load;
  await server.stop();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describeExternalPostgres('an embedded installation that moves to', (postgres, { isDebian }) => {
  let target: Record<string, string>;
  const urlOf = (database: string) => postgres().url(database, 'waybill', 'secret');

  beforeAll(async () => {
    await postgres().query("create role waybill login createrole password 'secret'");
    for (const name of ['live', 'live_again'])
      await postgres().query(`create database ${name} owner waybill`);
    target = {
      ...common,
      DATA_DIR: mkdtempSync(join(folder, 'there-')),
      DATABASE_URL: urlOf('live'),
      SECRET_KEY: readFileSync(join(source.DATA_DIR, 'secret-key'), 'utf8').trim(),
      SHUTDOWN_DELAY_SECONDS: '0',
    };
  });

  it('has the same rows and sequences, and the doctor finds no violation', async () => {
    expect(await runOk(['import', exported], target)).toMatch(
      /rows imported, as exported[\s\S]*✓ webhook secrets/,
    );
    const before = manifestOf(exported);
    const was = before.databases['production'];
    const { database: is } = await exportDatabase(
      connectionFromUrl(urlOf('live')),
      target['DATA_DIR'] ?? '',
      'again',
      () => {},
    );
    expect(is.tables).toEqual(was?.tables);
    expect(is.sequences).toEqual(was?.sequences);
    expect(is.partitions).toEqual(expect.arrayContaining([...(was?.partitions ?? [])]));
    const count = was?.tables.find(({ name }) => name === 'booking')?.rows;
    expect(count).toBeGreaterThanOrEqual(acknowledged.length);
    const open = await postgres().query(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not relispartition and not relforcerowsecurity and relname not in ('migration', 'kysely_migration_lock')`,
      'live',
    );
    expect(open).toEqual([]);
  });

  it('is not imported a second time, or without its secret key', async () => {
    const database = manifestOf(exported).databases['production'];
    if (!database) throw new Error('the export has no production database');
    const source = { folder: exported, below: 'production', database };
    await expect(importDatabase(connectionFromUrl(urlOf('live')), source, () => {})).rejects.toThrow(
      /not empty: the table \S+ contains rows/,
    );
    // Compares the configured keys with the manifest: the kind of server makes no difference.
    if (isDebian) return;
    const { code, stderr } = await runWaybill(['import', exported], {
      ...target,
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    });
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/encrypted with the key k1.*Add that key to SECRET_KEY/),
    ]);
  });

  it('serves its clients and bookings there', async () => {
    const server = await startServer(target);
    try {
      const api = await signIn(server.production);
      for (const id of acknowledged)
        expect((await answered(() => api.get(`/bookings/${id}`))).status).toBe(200);
      expect((await answered(() => api.post('/bookings', order()))).status).toBe(201);
    } finally {
      await server.stop();
    }
  });

  /** A key and a photo of an earlier embedded installation, and a photo that the database names, which is returned. */
  async function addPhotos(dataDir: string): Promise<string[]> {
    writeFileSync(join(dataDir, 'secret-key'), `k1:${Buffer.alloc(32, 9).toString('base64')}`);
    const names = ['photo', 'other'].map((word) => `${word}-${'x'.repeat(16)}`);
    for (const name of names) {
      const folder = join(dataDir, 'photos/production', name.slice(0, 2));
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `${name}.jpg`), 'jpeg');
    }
    await postgres().query(
      `insert into photo select '${names[0]}', account_id, id, 4, 1, 1, created_at from booking limit 1`,
      'live',
    );
    return names;
  }

  it('is backed up and restored with the tools of that server, or names the missing ones', async () => {
    const backup = join(target['DATA_DIR'] ?? '', 'backup');
    if (!isDebian) {
      const bare = await runWaybill(['backup', backup], { ...target, PATH: '/nowhere' });
      expect(bare.stderr).toMatch(/pg_dump is not installed\..*postgresql-client.*waybill export/s);
    }
    const held = await runWaybill(['backup', backup], target);
    expect(held.stderr).toMatch(/bypassrls|server version mismatch/);
    await postgres().query('alter role waybill bypassrls');
    const [photo] = await addPhotos(target['DATA_DIR'] ?? '');
    const { code, stdout, stderr } = await runWaybill(['backup', backup], target);
    // Debian's tools may be older than the server from npm and then refuse.
    if (code === 1)
      return expect(stderr).toMatch(/server version mismatch[\s\S]*at least as new as the server/);
    expect(stdout).toMatch(/does not contain SECRET_KEY/);
    const { files } = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8'));
    const others = (files as { path: string }[])
      .map(({ path }) => path)
      .filter((path) => !path.endsWith('.dump'));
    expect(others).toEqual([`photos/production/${photo?.slice(0, 2)}/${photo}.jpg`]);
    const again = { ...target, DATABASE_URL: urlOf('live_again') };
    expect(await runOk(['restore', backup], again)).toMatch(/Restored from/);
    const bookings = 'select count(*)::int as count from booking';
    const [[was], [is]] = [
      await postgres().query(bookings, 'live'),
      await postgres().query(bookings, 'live_again'),
    ];
    expect(is).toEqual(was);
    const second = await runWaybill(['restore', backup], again);
    expect(second.stderr).toMatch(/live_again is not empty: it contains the table/);
    expect(existsSync(join(backup, 'manifest.json'))).toBe(true);
  });
});
