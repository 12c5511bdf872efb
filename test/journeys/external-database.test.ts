// The documented way from the embedded PostgreSQL to an external one: the statements of docs/configuration.md and the
// commands of docs/operations.md. Then processes that leave migrations to a job, as deploy/kubernetes does.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient } from '../support/api-client.ts';
import { bundledPrograms, ExternalPostgres } from '../support/external-postgres.ts';
import { freePort } from '../support/free-port.ts';
import { blocksOf, readGuide } from '../support/guide-code.ts';
import { installedFolder } from '../support/installed-folder.ts';
import { runWaybill, spawnWaybill, stopProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const password = 'a-password-of-the-test';

/** The only block of a document that contains the text. */
function blockWith(document: string, text: string): string {
  const found = blocksOf(readGuide(document)).filter(({ code }) => code.includes(text));
  if (found.length !== 1) throw new Error(`${document} has ${found.length} blocks with ${text}`);
  return found[0]?.code ?? '';
}

describe('an installation that moves to an external PostgreSQL by the documentation', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-move-'));
  const moved = join(folder, 'moved');
  let postgres: ExternalPostgres;
  let installed: Awaited<ReturnType<typeof installedFolder>>;
  /** Settings of the processes afterwards, without those of the owner. */
  let settings: Record<string, string>;

  beforeAll(async () => {
    [postgres, installed] = await Promise.all([
      bundledPrograms().then((programs) => ExternalPostgres.create(programs)),
      installedFolder(),
    ]);
    symlinkSync(join(root, 'bin/waybill.js'), join(folder, 'waybill'));
    const server = `127.0.0.1:${postgres.port}`;
    settings = {
      MIGRATIONS: 'wait',
      DATA_DIR: installed.path,
      PUBLIC_URL: 'https://api.example.com',
      SANDBOX_PUBLIC_URL: 'https://sandbox.example.com',
      SECRET_KEY: readFileSync(join(installed.path, 'secret-key'), 'utf8').trim(),
      DATABASE_URL: `postgres://waybill_login:${password}@${server}/waybill`,
      SANDBOX_DATABASE_URL: `postgres://waybill_login:${password}@${server}/waybill_sandbox`,
    };
  });
  afterAll(() => {
    postgres.remove();
    installed.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('creates users and databases with the documented statements', async () => {
    const statements = blockWith('docs/configuration.md', 'create role waybill_owner')
      .replaceAll('…', password)
      .split(';')
      .filter((statement) => statement.trim() !== '');
    // Without the owner, a process cannot say how to create a database that it lacks.
    const early = await runWaybill(['orgs', 'list'], { ...settings, DATABASE_URL: postgres.url('waybill') });
    expect(early.stderr).toContain('has no database waybill');
    expect(early.stderr).toContain('docs/configuration.md#external-postgresql');
    expect(early.code).toBe(78);
    for (const statement of statements) await postgres.query(statement);
    const { code, stderr } = await runWaybill(['orgs', 'list'], settings);
    expect(stderr).toMatch(
      /^error: The database waybill lacks \d+ migrations from 0001_\w+ on.*Run "waybill migrate"/m,
    );
    expect(code).toBe(69);
  });

  it('waits for the move, which the documented commands make, and serves what was exported', async () => {
    const port = String(await freePort());
    const variables = { ...settings, PORT: port, ENVIRONMENT: 'production', HOST: '127.0.0.1' };
    const { child, output } = spawnWaybill(['serve', '--api'], variables);
    try {
      await until(
        async () => output(),
        (text) => text.includes('waiting for migrations'),
      );
      const commands = blockWith('docs/operations.md', 'waybill import')
        .replaceAll('/var/lib/waybill', installed.path)
        .replaceAll('/var/tmp/waybill-move', moved)
        .replaceAll('…', password)
        .replaceAll('db.example.com', `127.0.0.1:${postgres.port}`);
      const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` };
      const { stdout } = await promisify(execFile)('sh', ['-euc', commands], { env, cwd: folder });
      expect(stdout).toContain('The configuration is valid.');
      expect(stdout).toMatch(/^production: \d+ rows imported, as exported$/m);
      const url = `http://127.0.0.1:${port}`;
      const ready = () =>
        fetch(`${url}/ready`).then(
          ({ status }) => status,
          () => null,
        );
      await until(ready, (status) => status === 200);
      const { production } = JSON.parse(readFileSync(join(installed.path, 'credentials.json'), 'utf8'));
      const partner = await ApiClient.signIn(url, {
        clientId: production.client_id,
        clientSecret: production.client_secret,
      });
      expect((await partner.get('/account')).status).toBe(200);
    } finally {
      expect(await stopProcess(child, 'SIGTERM')).toBe(0);
    }
    expect(output()).not.toContain('more rights than it needs');
  });

  it('says so if the user of DATABASE_URL may not become the roles', async () => {
    await postgres.query(`create role stranger login noinherit password '${password}'`);
    const DATABASE_URL = postgres.url('waybill', 'stranger', password);
    const { code, stderr } = await runWaybill(['orgs', 'list'], { ...settings, DATABASE_URL });
    expect(stderr).toContain('The user stranger of DATABASE_URL may not become the roles of Waybill.');
    expect(stderr).toContain('grant waybill_app, waybill_identity, waybill_system to "stranger";');
    expect(code).toBe(78);
  });
});
