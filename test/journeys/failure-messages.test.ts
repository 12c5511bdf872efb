// What an operator reads when the surroundings are wrong: one message with the remedy, the exit code that docs/operations.md
// lists, and no process left behind.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXIT } from '../../src/lib/exit-error.ts';
import { describeExternalPostgres } from '../support/debian-postgres.ts';
import { freePort } from '../support/free-port.ts';
import { installedFolder } from '../support/installed-folder.ts';
import {
  runWaybill,
  type ServerProcess,
  spawnWaybill,
  startServer,
  stopProcess,
  temporaryFolder,
} from '../support/server-process.ts';
import { until } from '../support/until.ts';

const root = new URL('../../', import.meta.url).pathname;
const settings = {
  ENVIRONMENT: 'production',
  PUBLIC_URL: 'https://api.example.com',
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  DATA_DIR: '/nonexistent',
};
const password = 'a-password-of-the-url';

/** The SQL that a message contains, with the password that an operator inserts, and where to run it. */
function printedSql(stderr: string): { statements: string[]; database: string } {
  const lines = stderr.split('\n').filter((line) => line.startsWith('  '));
  return {
    statements: lines.map((line) => line.trim().replaceAll('<password of the URL>', password)),
    database: /run in the database (\S+):/.exec(stderr)?.[1] ?? 'postgres',
  };
}

describeExternalPostgres('a database of', (server, { isDebian }) => {
  const runPrinted = async (stderr: string) => {
    const { statements, database } = printedSql(stderr);
    for (const statement of statements) await server().query(statement, database);
  };
  const migrate = (database: string, user: string, more: Record<string, string> = {}) =>
    runWaybill(['migrate'], { ...settings, DATABASE_URL: server().url(database, user, password), ...more });

  it('lacks roles and rights: all are named at once, and the printed SQL works, also twice', async () => {
    await server().query(`create role deployer login password '${password}'`);
    await server().query('create database waybill');
    const variables = { MIGRATION_DATABASE_URL: server().url('waybill', 'deployer', password) };
    const refused = await migrate('waybill', 'partner api', variables);
    expect(refused.code, refused.stderr).toBe(EXIT.configuration);
    for (const name of ['waybill_app', 'waybill_identity', 'waybill_system', 'partner api', 'schema public'])
      expect(refused.stderr).toContain(name);
    expect(refused.stderr).not.toContain(password);
    for (let times = 0; times < 2; times += 1) await runPrinted(refused.stderr);
    expect(await migrate('waybill', 'partner api', variables)).toMatchObject({ code: 0 });
    // Where the roles exist, only the membership of another user is missing.
    await server().query(`create role another login password '${password}'`);
    await server().query('create database other owner another');
    const partly = await migrate('other', 'another');
    expect(printedSql(partly.stderr).statements).toEqual([
      'grant waybill_app, waybill_identity, waybill_system to "another";',
    ]);
  });

  it.each([
    ['an unknown user', 'refuses the login of DATABASE_URL'],
    ['an unknown database', 'has no database missing'],
    ['a user without roles', 'lacks roles or rights in the database missing'],
    ['a user that may not connect', 'may not connect to the database missing'],
  ])('has %s: the printed SQL corrects it', async (_, message) => {
    if (message.includes('may not connect'))
      await server().query('revoke connect on database missing from public, newcomer');
    const refused = await migrate('missing', 'newcomer');
    expect(refused).toMatchObject({ code: EXIT.configuration, stderr: expect.stringContaining(message) });
    await runPrinted(refused.stderr);
    expect((await migrate('missing', 'newcomer')).stderr).not.toContain(message);
  });

  if (isDebian) return;

  it('belongs to another application: nothing is changed', async () => {
    await server().query('create database shop');
    await server().query('create table invoices (id int); create table migration (version int)', 'shop');
    const refused = await runWaybill(['migrate'], { ...settings, DATABASE_URL: server().url('shop') });
    expect(refused).toMatchObject({
      code: EXIT.configuration,
      stderr: expect.stringContaining('contains tables of another application, such as invoices'),
    });
    await server().query('drop table invoices; insert into migration values (1)', 'shop');
    const byName = await runWaybill(['migrate'], { ...settings, DATABASE_URL: server().url('shop') });
    expect(byName.stderr).toContain('tables of another application, such as migration');
    expect(await server().query("select relname from pg_class where relname = 'booking'", 'shop')).toEqual(
      [],
    );
  });

  it('was migrated by a newer Waybill: the message names the migration and the version', async () => {
    await server().query(
      `insert into migration values ('9999_future', now()); comment on table migration is 'Migrated by Waybill 9.9.9'`,
      'waybill',
    );
    const refused = await runWaybill(['migrate'], { ...settings, DATABASE_URL: server().url('waybill') });
    expect(refused.code).toBe(EXIT.configuration);
    expect(refused.stderr.trim().split('\n')).toEqual([
      expect.stringMatching(/migrated by a newer Waybill.*9999_future.*Start Waybill 9\.9\.9 or newer/),
    ]);
  });

  it('is not running yet: a start says so once, waits, and can be stopped', async () => {
    server().stop();
    const variables = { ...settings, ...(await freePorts()), DATABASE_URL: server().url('waybill') };
    const { child, output } = spawnWaybill(['serve'], variables);
    const lines = () =>
      output()
        .split('\n')
        .filter((line) => line.includes('waiting for the database server'));
    await until(
      async () => lines().length,
      (count) => count > 0,
    );
    expect(JSON.parse(lines()[0] ?? '')).toMatchObject({ server: `127.0.0.1:${server().port}`, seconds: 30 });
    // A command of a person gives up soon, with one line.
    const command = await runWaybill(['orgs', 'list'], variables);
    expect(command.code).toBe(EXIT.unavailable);
    expect(command.stderr.trim().split('\n')).toEqual([
      expect.stringMatching(/was not reachable for .*DATABASE_URL/),
    ]);
    expect(lines()).toHaveLength(1);
    expect(await stopProcess(child, 'SIGTERM')).toBe(0);
    server().start();
  });
});

async function freePorts() {
  return { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) };
}

describe('an installation with a running server', () => {
  let folder: Awaited<ReturnType<typeof installedFolder>>;
  let server: ServerProcess;
  beforeAll(async () => {
    folder = await installedFolder();
    server = await startServer({ DATA_DIR: folder.path });
  });
  afterAll(async () => {
    await server.stop();
    folder.remove();
  });
  const portOf = (url: string) => new URL(url).port;

  it('reports all busy ports before anything is started, and that a Waybill server has them', async () => {
    const taken = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const elsewhere = temporaryFolder();
    try {
      const refused = await runWaybill(['serve'], {
        DATA_DIR: join(elsewhere.path, 'data'),
        PORT: portOf(server.production),
        SANDBOX_PORT: portOf(server.sandbox),
        METRICS_PORT: String(port),
      });
      expect(refused.code).toBe(EXIT.unavailable);
      const advice = (name: string, busy: number, user = '') =>
        `Port ${busy} is in use${user}. Stop the process that uses it, or set another port: ${name}=${busy + 100}`;
      expect(refused.stderr.trim().split('\n')).toEqual([
        `error: ${advice('PORT', Number(portOf(server.production)), ' by another Waybill server')}`,
        advice('SANDBOX_PORT', Number(portOf(server.sandbox)), ' by another Waybill server'),
        advice('METRICS_PORT', port),
      ]);
      expect(readdirSync(elsewhere.path)).toEqual([]);
    } finally {
      taken.close();
      elsewhere.remove();
    }
  });

  it('keeps its URLs in credentials.json when a second server uses it', async () => {
    const read = () => readFileSync(join(folder.path, 'credentials.json'), 'utf8');
    const before = read();
    expect(JSON.parse(before).sandbox.base_url).toBe(server.sandbox);
    const second = await startServer({ DATA_DIR: folder.path });
    try {
      expect(second.output()).toContain('another server uses the same data directory');
      expect(read()).toBe(before);
    } finally {
      expect(await second.stop()).toBe(0);
    }
    expect((await fetch(`${server.sandbox}/ready`)).status).toBe(200);
  });

  it.each([[['doctor', '-e', 'sandbox']], [['orgs', 'list', '--json']], [['config', 'check']], [['--help']]])(
    '%j ends quietly if the reader of its output is gone',
    async (args) => {
      expect(await runWithClosedOutput(args, folder.path)).toEqual({ code: EXIT.closedOutput, stderr: '' });
    },
  );

  // A device of Linux on which every write fails like on a full disk.
  it.runIf(existsSync('/dev/full'))('says so if its output cannot be written', async () => {
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [join(root, 'bin/waybill.js'), 'orgs', 'list', '--json'], {
      env: { ...process.env, DATA_DIR: folder.path },
      stdio: ['ignore', full, 'pipe'],
    });
    closeSync(full);
    let stderr = '';
    child.stderr?.on('data', (chunk) => (stderr += String(chunk)));
    expect(await once(child, 'close')).toEqual([EXIT.unavailable, null]);
    expect(stderr).toMatch(/^error: The output cannot be written: ENOSPC.*\n$/);
  });

  it('goes on if the reader of its log is gone', async () => {
    server.child.stdout?.destroy();
    for (let times = 0; times < 3; times += 1)
      expect((await fetch(`${server.sandbox}/ready`)).status).toBe(200);
  });

  it('leaves no PostgreSQL behind if a command that started it loses its reader', async () => {
    await server.stop();
    expect(await runWithClosedOutput(['orgs', 'list'], folder.path)).toMatchObject({
      code: EXIT.closedOutput,
    });
    expect(existsSync(join(folder.path, 'postgres', 'postmaster.pid'))).toBe(false);
  });
});

async function runWithClosedOutput(args: readonly string[], dataDir: string) {
  const { child } = spawnWaybill(args, { DATA_DIR: dataDir });
  child.stdout?.destroy();
  let stderr = '';
  child.stderr?.on('data', (chunk) => (stderr += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stderr };
}

describe('a data directory that cannot be used', () => {
  const folder = temporaryFolder();
  const dataDir = join(folder.path, 'data');
  afterAll(() => folder.remove());

  it.each([
    ['does not exist', ['orgs', 'list'], () => {}, 'There is no Waybill installation in'],
    ['is a file', ['serve'], () => writeFileSync(dataDir, ''), 'cannot be used: EEXIST: file already exists'],
    [
      'holds an unfinished restore',
      ['serve'],
      () => writeInDataDir('restore-unfinished', ''),
      'did not finish. Empty the folder and run "waybill restore" again.',
    ],
    [
      'was created by another PostgreSQL version',
      ['serve'],
      () => writeInDataDir('postgres/PG_VERSION', '9\n'),
      'was created by PostgreSQL 9, but this version of Waybill includes PostgreSQL',
    ],
    [
      'holds other files instead of a database',
      ['serve'],
      () => writeInDataDir('postgres/notes.txt', ''),
      'contains files but no PostgreSQL database',
    ],
  ])('%s: a restart would not help, and the exit code says so', async (_, args, prepare, message) => {
    rmSync(dataDir, { recursive: true, force: true });
    prepare();
    const refused = await runWaybill(args, { DATA_DIR: dataDir, ...(await freePorts()) });
    expect(refused).toMatchObject({
      code: EXIT.configuration,
      stderr: expect.stringContaining(message),
    });
  });

  function writeInDataDir(path: string, text: string): void {
    mkdirSync(dirname(join(dataDir, path)), { recursive: true });
    writeFileSync(join(dataDir, path), text);
  }
});

describe('an installation without its packages', () => {
  const folder = temporaryFolder();
  const run = async (...args: string[]) => {
    const child = spawn(process.execPath, args, { cwd: folder.path });
    let stderr = '';
    child.stderr.on('data', (chunk) => (stderr += String(chunk)));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, stderr };
  };
  beforeAll(() => {
    for (const path of [
      'bin',
      'scripts/build.mjs',
      'scripts/bundle.mjs',
      'scripts/support/bundle-licences.mjs',
      'package.json',
      'package-lock.json',
    ])
      cpSync(join(root, path), join(folder.path, path), { recursive: true });
    mkdirSync(join(folder.path, 'src'));
  });
  afterAll(() => folder.remove());

  it('says to run "npm ci", at "npm start" and for every command', async () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const count = Object.keys({ ...dependencies, ...devDependencies }).length;
    // `npm start` runs this first.
    expect(await run('scripts/build.mjs')).toEqual({
      code: EXIT.configuration,
      stderr: `error: The packages of Waybill are not installed completely: @fastify/cookie and ${count - 1} more are missing. Run: npm ci\n`,
    });
    expect(await run('bin/waybill.js', 'doctor')).toEqual({
      code: EXIT.configuration,
      stderr: 'error: The packages of Waybill are not installed. Run: npm ci\n',
    });
  });

  it('names the package that a failed installation lacks', async () => {
    mkdirSync(join(folder.path, 'node_modules'));
    mkdirSync(join(folder.path, 'dist/server'), { recursive: true });
    writeFileSync(join(folder.path, 'dist/server/main.js'), "import 'sharp';");
    writeFileSync(join(folder.path, 'dist/server/serve.cjs'), "require('sharp');");
    for (const command of ['serve', 'doctor'])
      expect(await run('bin/waybill.js', command)).toEqual({
        code: EXIT.configuration,
        stderr: 'error: The package sharp is not installed; the last "npm ci" probably failed. Run: npm ci\n',
      });
    rmSync(join(folder.path, 'dist'), { recursive: true });
    expect(await run('bin/waybill.js', 'serve')).toMatchObject({
      stderr: 'error: Waybill is not built yet. Run: npm run build\n',
    });
  });
});
