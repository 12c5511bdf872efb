// `waybill-partner conformance`: our own sandbox passes every check, and an instance that differs from the contract fails
// exactly the checks that state the difference.
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sections } from '../../packages/cli/src/conformance/all-checks.ts';
import type { IssuedClient } from '../../src/features/oauth/system/create-client.ts';
import { type ProxiedResponse, startAlteringProxy } from '../support/altering-proxy.ts';
import { queryAsOwner } from '../support/database.ts';
import { PartnerCommand } from '../support/partner-command.ts';
import { type SandboxServer, startSandbox } from '../support/sandbox-server.ts';

const rateLimit = 300;

interface ReportedCheck {
  readonly id: string;
  readonly status: 'passed' | 'failed' | 'not_run';
  readonly reason: string | null;
  readonly expected: string | null;
  readonly actual: string | null;
  readonly request: string | null;
  readonly response: string | null;
  readonly request_id: string | null;
}

interface Report {
  readonly requests: number;
  readonly duration_ms: number;
  readonly checks: readonly ReportedCheck[];
}

/** One way to differ from the contract, and the checks that must find it. */
interface Difference {
  readonly alter: (response: ProxiedResponse) => void;
  readonly found: readonly string[];
}

const isBooking = ({ method, path, status }: ProxiedResponse) =>
  status < 300 && ((method === 'POST' && path === '/bookings') || /^\/bookings\/[^/?]+$/.test(path));

const differences: Readonly<Record<string, Difference>> = {
  'a missing field': {
    alter: ({ method, path, body }) => {
      if (method === 'GET' && path.startsWith('/quotes/') && body.id) delete body.travel_duration;
    },
    found: ['objects.quote'],
  },
  'a wrong type': {
    alter: (response) => {
      if (isBooking(response) && response.body.crew === null) response.body.tip = String(response.body.tip);
    },
    found: [
      'objects.booking',
      'bookings.create.defaults',
      'bookings.create.echo',
      'bookings.create.tip-100',
      'bookings.create.tip-large',
      'request-values.null-is-absent',
    ],
  },
  'null where the contract has none': {
    alter: ({ method, path, body }) => {
      if (method === 'GET' && path === '/webhooks/portal' && body.portal_url) body.portal_url = null;
    },
    found: ['objects.webhook-portal', 'webhooks.portal'],
  },
  'an additional property': {
    alter: ({ path, status, body }) => {
      if (path === '/schedule' && status === 200) for (const window of body.data) window.price = 1;
    },
    found: ['objects.arrival-window'],
  },
  'an unknown enum value': {
    alter: ({ path, body }) => {
      if (path.startsWith('/sandbox/bookings/') && body.crew) body.crew.vehicle_type = 'sledge';
    },
    found: ['objects.crew'],
  },
  'a wrong media type': {
    alter: ({ status, headers }) => {
      if (status === 422) headers['content-type'] = 'application/json; charset=utf-8';
    },
    found: ['media-types.error'],
  },
  'a missing header': {
    alter: ({ headers }) => void delete headers['ratelimit-reset'],
    found: ['limits.ratelimit-reset', 'limits.reset-is-unix-time'],
  },
  'a wrong status': {
    alter: (response) => {
      if (response.path.endsWith('/cancel') && response.status === 409) response.status = 422;
    },
    found: ['bookings.cancel.twice', 'bookings.cancel.completed', 'operations.post.bookings.id.cancel'],
  },
  'an error without `param`': {
    alter: ({ path, status, body }) => {
      if (path === '/bookings?limit=0' && status === 400) body.param = null;
    },
    found: ['lists.limit-0'],
  },
  'a 404 that reveals the id': {
    alter: ({ path, status, body }) => {
      if (status === 404 && path.endsWith('/not-an-id')) body.message = 'not-an-id is malformed';
    },
    found: ['errors.404-identical'],
  },
};

describe('the conformance checks', () => {
  let sandbox: SandboxServer;
  let client: IssuedClient;
  const command = new PartnerCommand();
  const folder = mkdtempSync(join(tmpdir(), 'waybill-conformance-'));
  const credentials = () => ['--client-id', client.clientId, '--client-secret', client.clientSecret];
  const run = (baseUrl: string, ...more: string[]) =>
    command.run(['conformance', '--base-url', baseUrl, ...credentials(), ...more]);
  const check = async (baseUrl: string, ...more: string[]) => {
    const { code, stdout, stderr } = await run(baseUrl, '--json', ...more);
    expect(stderr).toBe('');
    return { code, report: JSON.parse(stdout) as Report };
  };
  const idsOf = (report: Report, status: ReportedCheck['status']) =>
    report.checks.filter((each) => each.status === status).map(({ id }) => id);

  const leftBehind = async () => {
    const [counts] = await queryAsOwner<{ bookings: number; endpoints: number; tokens: number }>(
      sandbox.connection,
      `select (select count(*)::int from booking where state not in ('cancelled', 'completed')) as bookings,
              (select count(*)::int from webhook_endpoint) as endpoints,
              (select count(*)::int from access_token where revoked_at is null) as tokens`,
    );
    return counts ?? { bookings: 0, endpoints: 0, tokens: 0 };
  };

  beforeAll(async () => {
    sandbox = await startSandbox({ variables: { RATE_LIMIT_REQUESTS: String(rateLimit) } });
    client = (await sandbox.organization()).client;
  });
  afterAll(async () => {
    command.remove();
    rmSync(folder, { recursive: true, force: true });
    await sandbox?.close();
  });

  it('pass on our own sandbox within its rate limit, and leave nothing behind', async () => {
    const grants = '{client_credentials,password,authorization_code}';
    const setGrants = `update api_client set grants = '${grants}' where client_id = '${client.clientId}'`;
    await queryAsOwner(sandbox.connection, setGrants);
    const junit = join(folder, 'junit.xml');
    const { code, report } = await check(sandbox.baseUrl, '--junit', junit, '--exhaust-rate-limit');
    expect(report.checks.filter(({ status }) => status === 'failed')).toEqual([]);
    expect(code).toBe(0);
    expect(idsOf(report, 'not_run')).toEqual(['objects.addon']);
    expect(report.checks.length).toBeGreaterThan(280);
    const { testcases, failures, skipped } = readJunit(readFileSync(junit, 'utf8'));
    expect({ testcases, failures, skipped }).toEqual({
      testcases: report.checks.length,
      failures: 0,
      skipped: 1,
    });
    expect(await leftBehind()).toEqual({ bookings: 0, endpoints: 0, tokens: 0 });
  });

  it.each([
    ['SIGINT', ''],
    ['SIGTERM', 'simulation.'],
  ] as const)('leave nothing behind after %s during the simulated job', async (signal, only) => {
    client = (await sandbox.organization()).client;
    // From the first completed stop on, a booking cannot be cancelled.
    const proxy = await startAlteringProxy(sandbox.baseUrl, ({ path, body }) => {
      if (path.endsWith('/advance') && body.dispatch?.route_position === 1 && !child.killed)
        child.kill(signal);
    });
    const child = command.start(['conformance', '--base-url', proxy.url, ...credentials(), '--only', only]);
    expect(await once(child, 'close')).toEqual([1, null]);
    await proxy.close();
    expect(await leftBehind()).toEqual({ bookings: 0, endpoints: 0, tokens: 0 });
  });

  it('find each difference from the contract, and no other', async () => {
    client = (await sandbox.organization()).client;
    const proxy = await startAlteringProxy(sandbox.baseUrl, (response) => {
      for (const { alter } of Object.values(differences)) alter(response);
    });
    try {
      const junit = join(folder, 'failed.xml');
      const { code, report } = await check(proxy.url, '--junit', junit);
      expect(code).toBe(1);
      const expected = Object.values(differences).flatMap(({ found }) => found);
      expect(idsOf(report, 'failed').sort()).toEqual([...expected].sort());
      expect(readJunit(readFileSync(junit, 'utf8')).failures).toBe(expected.length);
      const otherGrants = ['password', 'code'].map((grant) => `authentication.token.${grant}-fields`);
      expect(idsOf(report, 'not_run')).toEqual(expect.arrayContaining(otherGrants));
      expect(report.checks.find(({ id }) => id === 'lists.limit-0')).toMatchObject({
        expected: '`param` = "limit"',
        actual: 'null',
        request: 'GET /bookings?limit=0',
        response: expect.stringMatching(
          /^400 application\/vnd\.service\+json;version=2 \{"type":"validation_error"/,
        ),
        request_id: expect.stringMatching(/^\S+$/),
      });
    } finally {
      await proxy.close();
    }
  });

  it('report the cause of a missing fixture once, with secrets masked', async () => {
    client = (await sandbox.organization()).client;
    const proxy = await startAlteringProxy(sandbox.baseUrl, (response) => {
      if (response.method === 'POST' && response.path === '/bookings') response.status = 500;
      if (response.path.endsWith('/cancel')) response.status = 503;
    });
    try {
      const { code, stdout } = await run(
        proxy.url,
        '--only',
        'stops.',
        '--only',
        'authentication.token.type',
      );
      expect(code).toBe(1);
      const causes = stdout.match(/expected +status 201/g) ?? [];
      expect(stdout).toContain(
        'needs a booking whose stops are edited, which could not be made: see stops.add',
      );
      expect(causes).toHaveLength(3);
      expect(stdout).toMatch(/\nNot removed\n {2}booking (\S+): POST \/bookings\/\1\/cancel responded 503\n/);
      expect(stdout).toMatch(/\n12 checks: 2 passed, 10 failed, 0 not run\. \d+ requests in [\d.]+ s\.\n$/);
      expect(stdout).not.toContain('\u001b[');
      const masked = await startAlteringProxy(sandbox.baseUrl, ({ path, body }) => {
        if (path === '/oauth/token') body.token_type = 'MAC';
      });
      const failed = await run(masked.url, '--only', 'authentication.token.type');
      await masked.close();
      expect(failed.stdout).toContain('"client_secret":"***"');
      expect(failed.stdout).toContain('"access_token":"***"');
      expect(failed.stdout).not.toContain(client.clientSecret);
    } finally {
      await proxy.close();
    }
  });

  it('refuse wrong usage and an instance that cannot be checked with exit code 2', async () => {
    const unreachable = await run('http://127.0.0.1:1');
    expect(unreachable).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be reached') });
    const wrong = await command.run(['conformance', '--base-url', sandbox.baseUrl, '--client-id', 'x']);
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('Credentials are missing') });
    const none = await run(sandbox.baseUrl, '--only', 'no-such-check');
    expect(none).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('No check matches no-such-check'),
    });
    const baseUrl = await run('sandbox');
    expect(baseUrl).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('https://sandbox.example.com'),
    });
    const folderless = await run(sandbox.baseUrl, '--junit', join(folder, 'missing', 'junit.xml'));
    expect(folderless).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--junit: the file cannot'),
    });
    const production = await startAlteringProxy(sandbox.baseUrl, ({ path, body }) => {
      if (path === '/account') body.environment = 'production';
    });
    const refused = await run(production.url);
    await production.close();
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('is not a sandbox') });
  });

  it('have ids that name them, and sources that exist', async () => {
    const { stdout } = await command.run(['conformance', '--list', '--json']);
    const listed: { id: string; source: string }[] = JSON.parse(stdout);
    const all = sections.flatMap(({ checks }) => checks);
    expect(listed.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length);
    for (const { id, source } of listed) {
      expect(id).toMatch(/^[a-z0-9]+(?:[.-][a-z0-9]+)+$/);
      if (source.startsWith('docs/')) expect(existsSync(source), source).toBe(true);
    }
    const table = await command.run(['conformance', '--list', '--only', 'limits.*-headers']);
    expect(table.stdout).toMatch(/^CHECK .*\nlimits\.429-headers {2}contract, Limits .*\n1 checks\.\n$/);
  });
});

/** Parses strictly, and compares the counts of each suite with its cases. */
function readJunit(text: string) {
  const counts = { testcases: 0, failures: 0, skipped: 0 };
  const parser = new SaxesParser();
  let left: Record<string, number> = {};
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const of = (key: string) => Number(attributes[key]);
    if (name === 'testsuite')
      left = { testcase: of('tests'), failure: of('failures') + of('errors'), skipped: of('skipped') };
    else if (name !== 'testsuites') left[name] = (left[name] ?? 0) - 1;
    if (name === 'testcase') {
      counts.testcases += 1;
      expect(attributes).toMatchObject({ classname: expect.any(String), name: expect.any(String) });
    }
    if (name === 'failure') counts.failures += 1;
    if (name === 'skipped') counts.skipped += 1;
    if (name !== 'failure' && name !== 'skipped') expect(attributes['time']).toMatch(/^\d+\.\d{3}$/);
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'testsuite') expect(left).toEqual({ testcase: 0, failure: 0, skipped: 0 });
  });
  parser.write(text).close();
  return counts;
}
