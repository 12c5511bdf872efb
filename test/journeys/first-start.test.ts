import { existsSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { EXIT } from '../../src/lib/exit-error.ts';
import { ApiClient } from '../support/api-client.ts';
import { OperatorClient } from '../support/operator-client.ts';
import { timeGoal } from '../support/scale.ts';
import { runWaybill, type ServerProcess, startServer, temporaryFolder } from '../support/server-process.ts';
import { acceptSetUp } from '../support/set-up-operator.ts';

describe('a first start with nothing configured', () => {
  const folder = temporaryFolder();
  const variables = { DATA_DIR: folder.path };
  let server: ServerProcess | undefined;
  afterAll(async () => {
    await server?.stop();
    folder.remove();
  });

  const credentials = () => JSON.parse(readFileSync(join(folder.path, 'credentials.json'), 'utf8'));
  const signIn = (environment: 'production' | 'sandbox') => {
    const { base_url, client_id, client_secret } = credentials()[environment];
    return ApiClient.signIn(base_url, { clientId: client_id, clientSecret: client_secret });
  };

  it('serves production and sandbox and writes credentials that work', async () => {
    server = await startServer(variables);
    expect(statSync(join(folder.path, 'credentials.json')).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder.path, 'secret-key')).mode & 0o777).toBe(0o600);
    expect(credentials()).toEqual({
      production: {
        base_url: server.production,
        client_id: expect.any(String),
        client_secret: expect.any(String),
      },
      sandbox: { base_url: server.sandbox, client_id: expect.any(String), client_secret: expect.any(String) },
      operator: { email: expect.any(String), password: expect.any(String) },
      user: { username: expect.any(String), password: expect.any(String) },
    });
    for (const environment of ['production', 'sandbox'] as const) {
      const { body } = await (await signIn(environment)).get('/account');
      expect(body).toMatchObject({ name: 'Demo Organization', environment });
    }
    // Secrets must not appear in the log.
    expect(server.output()).not.toContain(credentials().sandbox.client_secret);
  });

  const signInOperator = async (baseUrl: string, credentialsOf: { email: string; password: string }) => {
    const { email, password } = credentialsOf;
    return (await new OperatorClient(baseUrl).post('/sessions', { email, password, token: true })).status;
  };
  const setUpUrl = () => /http\S+\/console\/join#token=\S+/.exec(server?.output() ?? '')?.[0] ?? '';
  const password = 'a long enough password 42';

  it('seeds an operator with a password in the sandbox only', async () => {
    const { operator } = credentials();
    expect(await signInOperator(server?.sandbox ?? '', operator)).toBe(201);
    expect(await signInOperator(server?.production ?? '', operator)).toBe(401);
    const listed = await runWaybill(['operators', 'list', '--json'], variables);
    expect(JSON.parse(listed.stdout)).toEqual([]);
  });

  it('prints a set-up link for the first operator of production, and again on request', async () => {
    const printed = setUpUrl();
    expect(printed).toContain(server?.production);
    expect(await server?.stop()).toBe(0);
    // Interrupted before the link was used: the next start names the command.
    server = await startServer(variables);
    expect(setUpUrl()).toBe('');
    expect(server.output()).toContain('npx waybill operators setup-link');
    const again = await runWaybill(['operators', 'setup-link', '--email', 'ona@example.com', '--json'], {
      ...variables,
      PUBLIC_URL: server.production,
    });
    expect(again.code, again.stderr).toBe(0);
    const { url, email, expires_at } = JSON.parse(again.stdout);
    const hours = (Date.parse(expires_at) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23);
    expect(hours).toBeLessThanOrEqual(24);
    expect(await acceptSetUp(server.production, printed, password)).toMatchObject({ status: 410 });
    const token = new URL(url).hash.replace('#token=', '');
    const shown = await new OperatorClient(server.production).post('/links/check', { token });
    expect(shown.body).toMatchObject({ purpose: 'invitation', email: 'ona@example.com', is_set_up: true });
    const accepted = await acceptSetUp(server.production, url, password);
    expect(accepted.status, accepted.text).toBe(201);
    expect(accepted.body.operator).toMatchObject({ email: 'ona@example.com', role: 'admin' });
    expect((await acceptSetUp(server.production, url, password)).status).toBe(410);
    expect(await signInOperator(server.production, { email, password })).toBe(201);
  });

  it('offers no set-up link while there is an administrator', async () => {
    const refused = await runWaybill(['operators', 'setup-link'], variables);
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('waybill operators reset ona@example.com'),
    });
  });

  it('warns while an operator of production has the password of credentials.json', async () => {
    const { operator } = credentials();
    const created = await runWaybill(
      [
        'operators',
        'create',
        '--email',
        operator.email,
        '--name',
        'Old',
        '--role',
        'admin',
        '--password-stdin',
      ],
      variables,
      `${operator.password}\n`,
    );
    expect(created.code, created.stderr).toBe(0);
    expect(server?.output()).not.toContain('still has the password in credentials.json');
    await server?.stop();
    server = await startServer(variables);
    expect(server.output()).toContain('still has the password in credentials.json');
    expect(server.output()).not.toContain(operator.password);
  });

  it('lets an operator create an organization and a client beside the running server', async () => {
    const org = await runWaybill(
      [
        'orgs',
        'create',
        '--name',
        'Northwind',
        '--contact-email',
        'ops@example.com',
        '-e',
        'sandbox',
        '--json',
      ],
      variables,
    );
    expect(org.code, org.stderr).toBe(0);
    const { id } = JSON.parse(org.stdout);
    const created = await runWaybill(
      ['clients', 'create', '--org', id, '--name', 'shop', '--scopes', 'org:read', '-e', 'sandbox', '--json'],
      variables,
    );
    expect(created.code, created.stderr).toBe(0);
    const { client_id, client_secret } = JSON.parse(created.stdout);
    const partner = await ApiClient.signIn(server?.sandbox ?? '', {
      clientId: client_id,
      clientSecret: client_secret,
    });
    expect((await partner.get('/account')).body).toMatchObject({
      name: 'Northwind',
      contact_email: 'ops@example.com',
      scope: 'public org:read',
    });

    const rotated = await runWaybill(['clients', 'rotate', client_id, '-e', 'sandbox', '--json'], variables);
    const newSecret = JSON.parse(rotated.stdout).client_secret;
    for (const secret of [client_secret, newSecret]) {
      await ApiClient.signIn(server?.sandbox ?? '', { clientId: client_id, clientSecret: secret });
    }
    const listed = await runWaybill(['clients', 'list', '--org', id, '-e', 'sandbox', '--json'], variables);
    expect(JSON.parse(listed.stdout)).toMatchObject([{ client_id, live_secrets: 2 }]);
    // Production does not have it.
    const elsewhere = await runWaybill(['orgs', 'list', '--json'], variables);
    expect(JSON.parse(elsewhere.stdout).map((row: { name: string }) => row.name)).toEqual([
      'Demo Organization',
    ]);
  });

  it('creates users and operators, and reads passwords from standard input only', async () => {
    const user = await runWaybill(
      ['users', 'create', '--username', 'ana', '--password-stdin', '--json'],
      variables,
      'correct horse battery\n',
    );
    expect(user.code, user.stderr).toBe(0);
    expect(JSON.parse(user.stdout)).toEqual({ id: expect.any(String), username: 'ana' });
    const weak = await runWaybill(
      ['users', 'create', '--username', 'bo', '--password-stdin'],
      variables,
      'password1234\n',
    );
    expect(weak).toMatchObject({ code: 2, stderr: expect.stringContaining('too easy to guess') });
    const again = await runWaybill(['users', 'create', '--username', 'ANA'], variables);
    expect(again).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('A user named ANA already exists'),
    });
    const operator = await runWaybill(
      ['operators', 'create', '--email', 'd@example.com', '--name', 'Dee', '--role', 'viewer'],
      variables,
    );
    expect(operator).toMatchObject({ code: 0, stdout: expect.stringContaining('password') });
  });

  it('stops on SIGTERM and restarts with the same credentials and data', async () => {
    const before = credentials();
    const stopping = performance.now();
    expect(await server?.stop()).toBe(0);
    expect(performance.now() - stopping).toBeLessThan(timeGoal(10_000));
    server = await startServer(variables);
    expect({ ...credentials(), production: null, sandbox: null }).toEqual({
      ...before,
      production: null,
      sandbox: null,
    });
    expect(credentials().sandbox.client_secret).toBe(before.sandbox.client_secret);
    const orgs = await runWaybill(['orgs', 'list', '-e', 'sandbox', '--json'], variables);
    expect(JSON.parse(orgs.stdout)).toHaveLength(2);
    await signIn('sandbox');
  });

  it('says what to do if an operator who is no administrator has the address of the set-up link', async () => {
    const { operator } = credentials();
    for (const change of [
      ['ona@example.com', '--disable'],
      [operator.email, '--role', 'viewer'],
    ])
      expect(await runWaybill(['operators', 'update', ...change], variables)).toMatchObject({ code: 0 });
    await server?.stop();
    server = await startServer(variables);
    expect(setUpUrl()).toBe('');
    expect(server.output()).toContain(`an operator has the address ${operator.email}`);
    expect(server.output()).not.toContain('that was printed before');
    const created = await runWaybill(['operators', 'setup-link', '--email', 'new@example.com'], variables);
    expect(created).toMatchObject({ code: 0, stdout: expect.stringContaining('/console/join#token=') });
  });
});

describe('an invalid command line', () => {
  const someId = '01941f29-7c00-7aaa-8f21-5a7f3c2b9e10';
  it.each([
    [['bogus'], 2, "unknown command 'bogus'"],
    [['orgs', 'create'], 2, '--name <name>'],
    [['orgs', 'create', '--name', 'x', '--contact-email', 'invalid'], 2, 'name@example.com'],
    [['clients', 'create', '--org', 'x', '--name', 'y'], 2, 'waybill orgs list'],
    [['clients', 'create', '--org', someId, '--name', 'y', '--scopes', 'all'], 2, 'org:read'],
    [
      ['clients', 'create', '--org', someId, '--name', 'y', '--redirect-uri', 'http://example.com/cb'],
      2,
      'https',
    ],
    [
      ['clients', 'create', '--org', someId, '--name', 'y', '--grants', 'authorization_code'],
      2,
      '--redirect-uri',
    ],
    [['clients', 'list', '--org', 'x'], 2, 'waybill orgs list'],
    [['areas', 'validate', '/nonexistent/areas.json'], 1, '/nonexistent/areas.json cannot be read'],
    [['areas', 'validate', '/'], 1, '/ cannot be read'],
  ])('%j prints how to correct it', async (args, code, text) => {
    const result = await runWaybill(args, { DATA_DIR: '/nonexistent' });
    expect(result.code).toBe(code);
    expect(result.stderr).toContain(text);
  });

  it('shows help for every command', async () => {
    const { code, stdout } = await runWaybill(['clients', '--help'], {});
    expect(code).toBe(0);
    expect(stdout).toContain('rotate');
  });
});

describe('an invalid configuration', () => {
  it('prevents the start and names every variable, without printing secrets', async () => {
    // Settings are checked before anything is created.
    const DATA_DIR = join(tmpdir(), 'waybill-never-created');
    const { code, stderr } = await runWaybill(['serve'], {
      PORT: 'http',
      RATE_LIMIT_REQUESTS: '0',
      DATABASE_URL: 'mysql://user:hunter2@host/db',
      DATA_DIR,
    });
    expect(code).toBe(EXIT.configuration);
    expect(existsSync(DATA_DIR)).toBe(false);
    for (const name of [
      'PORT',
      'RATE_LIMIT_REQUESTS',
      'DATABASE_URL',
      'SANDBOX_DATABASE_URL',
      'SECRET_KEY',
      'PUBLIC_URL',
    ]) {
      expect(stderr).toContain(name);
    }
    expect(stderr).not.toContain('hunter2');
  });

  it('is reported by "config check"', async () => {
    const good = await runWaybill(['config', 'check'], {});
    expect(good).toMatchObject({ code: 0, stdout: expect.stringContaining('The configuration is valid.') });
    const bad = await runWaybill(['config', 'check'], { PORT: '3001' });
    expect(bad).toMatchObject({ code: EXIT.configuration, stderr: expect.stringContaining('must differ') });
    const forPrograms = await runWaybill(['config', 'check', '--json'], { PORT: '3001' });
    expect(forPrograms.code).toBe(EXIT.configuration);
    expect(JSON.parse(forPrograms.stdout)).toEqual({
      ok: false,
      faults: [expect.stringContaining('must differ')],
    });
  });
});
