// R20: recovery of a single-machine installation: a backup taken while partners book, loss of the data folder, and a
// restore to the time of the backup or to any later time.
import { randomUUID } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXIT } from '../../src/lib/exit-error.ts';
import type { ApiClient } from '../support/api-client.ts';
import { queryAsOwner } from '../support/database.ts';
import { answered, signInWithRetry } from '../support/retry-on-503.ts';
import { rounds } from '../support/scale.ts';
import { runWaybill, type ServerProcess, startServer } from '../support/server-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'waybill-drill-'));
// As root, the server runs as another user, which must be able to enter the folder.
chmodSync(folder, 0o755);
const archive = join(folder, 'archive');
const backup = join(folder, 'backup');
const installation = (name: string) => ({
  ENVIRONMENT: 'production',
  DATA_DIR: join(folder, name),
  // The doctor compares with the links in stored bookings.
  PUBLIC_URL: 'https://waybill.example',
  // The rate limit counters are restored too, so the limit must not be reached.
  RATE_LIMIT_REQUESTS: '1000000',
});
const original = { ...installation('data'), WAL_ARCHIVE_DIR: archive };

let credentials = '';

async function signIn(server: ServerProcess): Promise<ApiClient> {
  const { production } = JSON.parse(credentials);
  return signInWithRetry(server.production, {
    clientId: production.client_id,
    clientSecret: production.client_secret,
  });
}

const order = {
  stops: [{ location: '350 5th Ave, New York, NY 10118' }, { location: '1 Main St, Brooklyn, NY 11201' }],
  product: 'van',
};

async function book(api: ApiClient): Promise<string> {
  const from = new Date(Date.now() + 86_400_000).toISOString();
  const headers = { 'idempotency-key': randomUUID() };
  const body = { ...order, arrival_window_from: from };
  const { status, body: created, text } = await answered(() => api.post('/bookings', body, { headers }));
  expect(status, text).toBe(201);
  return created.id;
}

/** Bookings in the embedded server that is running there. */
async function storedBookings(dataDir: string): Promise<string[]> {
  const host = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[4] ?? '';
  const rows = await queryAsOwner<{ id: string }>(
    { host, port: 5432, user: 'waybill', database: 'waybill_production' },
    'select id from booking',
  );
  return rows.map(({ id }) => id).sort();
}

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a lost data folder', () => {
  const acknowledged: string[] = [];
  let atBackup: string[];
  let atRestorePoint: string[];
  let restorePoint: string;

  beforeAll(async () => {
    const server = await startServer(original);
    expect(server.output()).toMatch(/Created a new installation in .*data/);
    credentials = readFileSync(join(original.DATA_DIR, 'credentials.json'), 'utf8');
    const api = await signIn(server);
    // A webhook secret, which only the installation's own key decrypts.
    const endpoint = await api.post('/webhooks', { url: 'https://receiver.example/hook' });
    expect(endpoint.status, endpoint.text).toBe(201);
    for (let count = 0; count < rounds(5, 200); count++) acknowledged.push(await book(api));

    let running = true;
    const partners = Array.from({ length: 2 }, async () => {
      while (running) {
        acknowledged.push(await book(api));
        await delay(rounds(20, 0));
      }
    });
    atBackup = [...acknowledged];
    const { code, stdout, stderr } = await runWaybill(['backup', backup, '--json'], original);
    expect(code, stdout + stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'embedded',
      secret_key: 'included',
      wal_archive: archive,
    });
    for (let more = acknowledged.length + 10; acknowledged.length < more; ) await delay(5);
    running = false;
    await Promise.all(partners);

    atRestorePoint = [...acknowledged].sort();
    restorePoint = new Date().toISOString();
    await delay(2);
    for (let count = 0; count < 5; count++) acknowledged.push(await book(api));
    // The server archives the remaining WAL when it stops.
    expect(await server.stop()).toBe(0);
    rmSync(original.DATA_DIR, { recursive: true });
  });

  it('is restored to a time after the backup with exactly the bookings acknowledged by then', async () => {
    const target = installation('to-a-moment');
    const { code, stdout, stderr } = await runWaybill(['restore', backup, '--to', restorePoint], target);
    expect(code, stdout + stderr).toBe(0);
    expect(stdout).toMatch(/✓ webhook secrets: .*\([1-9]/);

    const server = await startServer(target);
    expect(await storedBookings(target.DATA_DIR)).toEqual(atRestorePoint);
    // Backups do not contain credentials, and a restored installation does not invent any.
    expect(existsSync(join(backup, 'credentials.json'))).toBe(false);
    expect(existsSync(join(target.DATA_DIR, 'credentials.json'))).toBe(false);
    await book(await signIn(server));
    expect(await server.stop()).toBe(0);
  });

  // More variants, for `npm run faults`.
  const others = [
    { name: 'without-archive', args: [], expected: () => atBackup },
    { name: 'latest', args: ['--to', 'latest'], expected: () => acknowledged },
  ].slice(0, rounds(0, 2));

  it.each(others)('is restored $name', async ({ name, args, expected }) => {
    const target = installation(name);
    const { code, stdout, stderr } = await runWaybill(['restore', backup, ...args], target);
    expect(code, stdout + stderr).toBe(0);
    const server = await startServer(target);
    const stored = await storedBookings(target.DATA_DIR);
    await server.stop();
    expect(stored).toEqual(expect.arrayContaining(expected()));
    expect(acknowledged).toEqual(expect.arrayContaining(stored));
    expect(stored.length === acknowledged.length).toBe(name === 'latest');
  });

  it('is not restored from a damaged backup, over existing data, or to a time without WAL', async () => {
    const damaged = join(folder, 'damaged');
    cpSync(backup, damaged, { recursive: true });
    writeFileSync(join(damaged, 'postgres/global/pg_control'), 'nothing');
    const target = installation('refused');
    const refusals: [string[], Readonly<Record<string, string>>, RegExp][] = [
      [
        [damaged],
        target,
        /damaged; nothing was restored:\s+postgres\/global\/pg_control: 7 bytes instead of/,
      ],
      [[backup], installation('to-a-moment'), /to-a-moment is not empty, and a restore does not overwrite/],
      [[backup, '--to', '2020-01-01T00:00:00Z'], target, /finished at .* use an older backup/],
      [[backup, '--to', '2099-01-01T00:00:00Z'], target, /ends before 2099.* last transaction was at 20/],
      [[backup, '--to', 'yesterday'], target, /Enter a time with its zone/],
      [[join(folder, 'archive')], target, /does not contain a complete backup/],
    ];
    // The first three are the most important.
    for (const [args, variables, message] of refusals.slice(0, rounds(3, 6))) {
      const { code, stderr } = await runWaybill(['restore', ...args], variables);
      expect(code, stderr).not.toBe(0);
      expect(stderr).toMatch(message);
    }
    expect(existsSync(target.DATA_DIR) ? await readdir(target.DATA_DIR) : []).toEqual([]);
  });

  it('does not continue in the WAL archive of the original installation', async () => {
    const target = installation('to-a-moment');
    const refused = startServer({ ...target, WAL_ARCHIVE_DIR: archive });
    await expect(refused).rejects.toThrow(/contains other files.*before it was restored/s);
  });
});

it('commands do not create an installation', async () => {
  const target = installation('mistyped');
  const { code, stderr } = await runWaybill(['orgs', 'list'], target);
  expect(code).toBe(EXIT.configuration);
  expect(stderr).toMatch(/There is no Waybill installation in .*mistyped\. Set DATA_DIR/);
  expect(existsSync(target.DATA_DIR)).toBe(false);
});
