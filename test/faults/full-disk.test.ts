// A disk that is too small for the first start, or full while Waybill runs, with a real file system.
import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIRST_START_MB } from '../../src/db/embedded/cluster.ts';
import { processCommand } from '../../src/db/embedded/process-identity.ts';
import { EXIT } from '../../src/lib/exit-error.ts';
import { ApiClient } from '../support/api-client.ts';
import { copyFolder } from '../support/copy-folder.ts';
import { installedFolder } from '../support/installed-folder.ts';
import { townExtract } from '../support/map-town.ts';
import { runWaybill, type ServerProcess, spawnWaybill, startServer } from '../support/server-process.ts';
import { canMount, mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';
import { until } from '../support/until.ts';

/** As the comment at FIRST_START_MB says. */
const FIRST_START_WRITES_AT_MOST_MB = 96;

/** Server processes that run in this folder: their command line names it. */
function postgresIn(folder: string): string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => processCommand(Number(pid))?.includes(`-D ${folder}`));
}

/** Also those that have no name any more. */
function openFiles(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).flatMap((name) => {
    try {
      return [readlinkSync(join(folder, name))];
    } catch {
      // Closed meanwhile.
      return [];
    }
  });
}

describe.skipIf(!canMount)('a disk with less space than a first start needs', () => {
  let disk: SmallDisk;
  let variables: { DATA_DIR: string };
  beforeAll(() => {
    disk = mountSmallDisk(FIRST_START_MB + 1);
    variables = { DATA_DIR: join(disk.path, 'data') };
  });
  afterAll(() => disk.remove());

  it('is refused before PostgreSQL starts, with the space that is needed', async () => {
    disk.fill();
    const refused = await runWaybill(['serve'], { ...variables, PORT: '0', SANDBOX_PORT: '0' });
    expect(refused).toEqual({
      code: EXIT.unavailable,
      stdout: '',
      stderr: expect.stringMatching(
        /^error: The disk of \S+ has 0 MB free, and a new installation needs \d+ MB\. Free some space, or set DATA_DIR to a directory on another disk\.\n$/,
      ),
    });
    expect(postgresIn(disk.path)).toEqual([]);
    disk.free();
  });

  it('holds a new installation if it has that space, also after a restart', async () => {
    for (let starts = 0; starts < 2; starts += 1) {
      const server = await startServer(variables);
      expect(await server.stop()).toBe(0);
      expect(disk.usedMegabytes()).toBeLessThan(FIRST_START_WRITES_AT_MOST_MB);
    }
  });
});

describe.skipIf(!canMount)('a disk that becomes full while Waybill runs', () => {
  let disk: SmallDisk;
  let variables: { DATA_DIR: string };
  let server: ServerProcess | undefined;
  beforeAll(() => {
    disk = mountSmallDisk(3 * FIRST_START_MB);
    variables = { DATA_DIR: join(disk.path, 'data') };
  });
  afterAll(async () => {
    await server?.stop();
    disk.remove();
  });
  const readiness = async () => {
    const response = await fetch(`${server?.sandbox}/ready`);
    return { status: response.status, body: await response.json() };
  };

  it('makes /ready and writes return 503 until there is space again', async () => {
    const installed = await installedFolder();
    copyFolder(installed.path, variables.DATA_DIR);
    installed.remove();
    server = await startServer(variables);
    const { sandbox } = JSON.parse(readFileSync(join(variables.DATA_DIR, 'credentials.json'), 'utf8'));
    const { client_id: clientId, client_secret: clientSecret } = sandbox;
    const api = await ApiClient.signIn(server.sandbox, { clientId, clientSecret });
    const quote = () => api.post('/quotes', order);
    expect((await quote()).status).toBe(201);
    disk.fill();
    const refused = await until(quote, ({ status }) => status !== 201);
    expect(refused).toMatchObject({
      status: 503,
      body: { type: 'api_error', code: 'service_unavailable', param: null },
    });
    expect(refused.body.message).not.toMatch(/reached|disk|file/);
    expect(refused.headers.get('retry-after')).toBe('10');
    expect(await readiness()).toEqual({
      status: 503,
      body: { status: 'unavailable', waiting_for: ['disk'] },
    });
    expect(server.output()).toContain('the disk of the database is full: nothing can be saved');
    disk.free();
    await until(readiness, ({ status }) => status === 200);
    expect((await quote()).status).toBe(201);
    expect(server.output()).toContain('the disk of the database has space again');
  });

  it('ends an import of a map with one message, and the next import succeeds', async () => {
    const file = join(disk.path, 'town.osm.pbf');
    writeFileSync(file, townExtract({ extraStreets: 12_000 }));
    const { child, output } = spawnWaybill(['maps', 'import', file], variables);
    const ended = new Promise((resolve) => child.once('close', resolve));
    // It has found enough space, and writes now.
    await until(
      async () => openFiles(child.pid ?? 0),
      (paths) => paths.some((path) => path.includes('waybill-scratch-')),
    );
    disk.fill();
    expect(await ended, output()).toBe(EXIT.unavailable);
    expect(output()).toMatch(/^error: The disk of \S+ is full: .*\. Free some space and start again\.$/m);
    expect(output()).not.toMatch(/\n\s+at /);
    disk.free();
    await until(readiness, ({ status }) => status === 200);
    const again = await runWaybill(['maps', 'import', file, '-e', 'sandbox'], variables);
    expect(again.code, again.stderr).toBe(0);
  });

  it('leaves no PostgreSQL behind when the server stops, and refuses a start with one message', async () => {
    disk.fill();
    expect(await server?.stop()).toBe(0);
    expect(postgresIn(disk.path)).toEqual([]);
    const refused = await runWaybill(['serve'], { ...variables, PORT: '0', SANDBOX_PORT: '0' });
    expect(refused.code, refused.stderr).toBe(EXIT.unavailable);
    expect(refused.stderr).toMatch(/^error: .*The disk (?:of \S+ )?is full/s);
    expect(refused.stderr).not.toMatch(/\n\s+at /);
    expect(postgresIn(disk.path)).toEqual([]);
    expect(existsSync(join(variables.DATA_DIR, 'postgres', 'postmaster.pid'))).toBe(false);
  });
});

const order = {
  stops: [{ location: '350 5th Ave, New York, NY 10118' }, { location: '1 Main St, Brooklyn, NY 11201' }],
  product: 'van',
};
