import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, expectProblem, type TestResponse } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { queryAsOwner } from '../support/database.ts';

const limit = 40;

describe('the rate limit of an account', () => {
  let test: TestApp;
  let second: TestApp;
  const variables = { RATE_LIMIT_REQUESTS: String(limit), RATE_LIMIT_BLOCK_WINDOWS: '0' };
  beforeAll(async () => {
    test = await startTestApp({ variables });
    second = await startTestApp({ variables, sharing: test });
  });
  afterAll(async () => {
    await second.close();
    await test.close();
  });

  const remaining = ({ headers }: TestResponse) => Number(headers.get('ratelimit-remaining'));
  const call = (partner: ApiClient) => partner.get('/account');

  /** Sends requests sequentially until one is refused. Returns how many were admitted. */
  async function exhaust(partner: ApiClient): Promise<number> {
    for (let admitted = 0; admitted <= limit; admitted += 1) {
      if ((await call(partner)).status === 429) return admitted;
    }
    return Number.POSITIVE_INFINITY;
  }

  function expectStanding({ headers }: TestResponse): void {
    expect(headers.get('ratelimit-limit')).toBe(String(limit));
    expect(headers.get('ratelimit-remaining')).toMatch(/^\d+$/);
    expect(headers.get('ratelimit-reset')).toMatch(/^\d{10}$/);
    const secondsLeft = Number(headers.get('ratelimit-reset')) - Date.now() / 1000;
    expect(secondsLeft).toBeGreaterThan(0);
    expect(secondsLeft).toBeLessThanOrEqual(61);
  }

  it('counts down to zero, then refuses with Retry-After', async () => {
    const partner = await test.partner();
    const answers: TestResponse[] = [];
    for (let sent = 0; sent < limit; sent += 1) answers.push(await call(partner));
    expect(answers.map(remaining)).toEqual(Array.from({ length: limit }, (_, sent) => limit - 1 - sent));
    for (const answer of answers) expectStanding(answer);
    expect(new Set(answers.map(({ headers }) => headers.get('ratelimit-reset'))).size).toBe(1);

    const askedAt = Date.now() / 1000;
    const refused = await call(partner);
    const answeredAt = Date.now() / 1000;
    expectProblem(refused, 429, { type: 'rate_limit_error', code: 'rate_limit_exceeded' });
    expect(refused.body.http_status).toBe(429);
    expectStanding(refused);
    expect(remaining(refused)).toBe(0);
    const retryAfter = Number(refused.headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(60);
    const wait = retryAfter === 1 ? '1 second' : `${retryAfter} seconds`;
    expect(refused.body.message).toMatch(new RegExp(`is exceeded\\. Try again in ${wait}\\.$`));
    const reset = Number(refused.headers.get('ratelimit-reset'));
    expect(reset).toBeGreaterThanOrEqual(askedAt + retryAfter - 2);
    expect(reset).toBeLessThanOrEqual(answeredAt + retryAfter + 2);
  });

  it('admits exactly the announced number of requests over two processes with 64 concurrent callers', async () => {
    const partner = await test.partner();
    const processes = [partner, partner.at(second.baseUrl)];
    let sent = 0;
    const statuses: number[] = [];
    const caller = async (_: unknown, index: number) => {
      for (; sent < 400; ) {
        sent += 1;
        const answer = await call(processes[(sent + index) % 2] as ApiClient);
        expectStanding(answer);
        statuses.push(answer.status);
      }
    };
    await Promise.all(Array.from({ length: 64 }, caller));
    expect(statuses.filter((status) => status === 200)).toHaveLength(limit);
    expect(statuses.filter((status) => status === 429)).toHaveLength(statuses.length - limit);
  });

  it('is shared by all tokens and clients of the account, and not with other accounts', async () => {
    const { id, client } = await test.organization();
    const partners = [
      await test.partner({ client }),
      await test.partner({ client, scope: 'org:read' }),
      await test.partner({ client: await test.client(id) }),
    ];
    const other = await test.partner();
    await exhaust(partners[0] as ApiClient);
    for (const partner of partners) expect((await call(partner)).status).toBe(429);
    const answer = await call(other);
    expect([answer.status, remaining(answer)]).toEqual([200, limit - 1]);
  });

  it('counts refused and invalid requests too, and sends the rate limit headers with every response', async () => {
    const { client } = await test.organization();
    const partner = await test.partner({ client });
    const narrow = await test.partner({ client, scope: 'public' });
    const calls: [number, () => Promise<TestResponse>][] = [
      [200, () => call(partner)],
      [200, () => partner.call('HEAD', '/account')],
      [400, () => partner.patch('/account', { nam: 1 })],
      [400, () => partner.patch('/account', undefined, { raw: '{' })],
      [400, () => partner.get('/account?x=1')],
      [403, () => call(narrow)],
      [404, () => partner.get('/nothing-here')],
      [405, () => partner.delete('/account')],
      [406, () => partner.get('/account', { headers: { accept: 'text/html' } })],
      [413, () => partner.patch('/account', { name: 'x'.repeat(300_000) })],
      [
        415,
        () => partner.patch('/account', undefined, { raw: 'x', headers: { 'content-type': 'text/plain' } }),
      ],
    ];
    for (const [index, [status, send]] of calls.entries()) {
      const answer = await send();
      expect(answer.status, answer.text).toBe(status);
      expectStanding(answer);
      expect(remaining(answer), String(status)).toBe(limit - 1 - index);
      if (answer.body) expect(answer.body).not.toHaveProperty('http_status');
    }
  });

  it('refuses excess requests before any other check', async () => {
    const partner = await test.partner({ scope: 'org:read' });
    await exhaust(partner);
    for (const answer of [
      await partner.patch('/account', { name: 'x' }),
      await partner.get('/account', { headers: { accept: 'text/html' } }),
      await partner.patch('/account', undefined, { raw: '{' }),
      await partner.get('/nothing-here'),
      await partner.delete('/account'),
    ]) {
      expectProblem(answer, 429, { code: 'rate_limit_exceeded' });
    }
  });

  it('does not count requests without a valid token or token requests', async () => {
    const { client } = await test.organization();
    const partner = await test.partner({ client });
    await call(partner);
    const wrong = new (partner.constructor as typeof ApiClient)(test.baseUrl, `${partner.token}x`);
    for (let sent = 0; sent < 3; sent += 1) {
      const refused = await call(wrong);
      expect(refused.status).toBe(401);
      expect(refused.headers.get('ratelimit-limit')).toBeNull();
      await test.partner({ client });
    }
    expect(remaining(await call(partner))).toBe(limit - 2);
  });

  it('continues its window when a process restarts', async () => {
    const before = await startTestApp({ variables, sharing: test });
    const partner = (await test.partner()).at(before.baseUrl);
    for (let sent = 0; sent < 10; sent += 1) await call(partner);
    await before.close();
    const after = await startTestApp({ variables, sharing: test });
    const admitted = 10 + (await exhaust(partner.at(after.baseUrl)));
    expect(admitted).toBeLessThanOrEqual(limit);
    // The unused lease of the old process, at most an eighth of the limit, is lost.
    expect(admitted).toBeGreaterThanOrEqual(limit - limit / 8);
    await after.close();
  });

  it('opens a new window when the previous one ends', async () => {
    const brief = await startTestApp({
      variables: { ...variables, RATE_LIMIT_REQUESTS: '3', RATE_LIMIT_WINDOW_SECONDS: '2' },
      sharing: test,
    });
    const partner = (await test.partner()).at(brief.baseUrl);
    const admitted = new Map<string, number>();
    // Windows with a refused request: a slow machine may not send three requests in every window.
    const full = new Set<string>();
    await expect
      .poll(
        async () => {
          const { status, headers } = await call(partner);
          const reset = String(headers.get('ratelimit-reset'));
          if (status === 200) admitted.set(reset, (admitted.get(reset) ?? 0) + 1);
          else full.add(reset);
          return full.size;
        },
        { interval: 20 },
      )
      .toBe(3);
    expect([...full].map((reset) => admitted.get(reset))).toEqual([3, 3, 3]);
    const resets = [...admitted.keys()].map(Number);
    for (const [index, reset] of resets.slice(1).entries())
      expect(reset - Number(resets[index])).toBeGreaterThanOrEqual(2);
    await brief.close();
  });

  it('holds when the limit is lowered within a window', async () => {
    const partner = await test.partner();
    for (let sent = 0; sent < 20; sent += 1) await call(partner);
    const lowered = await startTestApp({
      variables: { ...variables, RATE_LIMIT_REQUESTS: '10' },
      sharing: test,
    });
    const refused = await call(partner.at(lowered.baseUrl));
    expect(refused.status).toBe(429);
    expect(refused.headers.get('ratelimit-remaining')).toBe('0');
    const [row] = await queryAsOwner<{ used: number }>(
      test.connection,
      'select used from rate_limit where account_id = $1',
      [(await call(partner)).body.id],
    );
    expect(row?.used).toBeGreaterThanOrEqual(20);
    await lowered.close();
  });
});

describe('callers without a valid token', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp({ variables: { ADDRESS_LIMIT_REQUESTS: '10' } });
  });
  afterAll(() => test.close());

  it('are rate limited by address, and partners at the same address are not', async () => {
    const partner = await test.partner();
    const statuses: number[] = [];
    for (let sent = 0; sent < 12; sent += 1) statuses.push((await test.anonymous.get('/account')).status);
    expect(statuses.slice(0, 9)).toEqual(Array(9).fill(401));
    const refused = await test.anonymous.get('/account');
    expectProblem(refused, 429, { type: 'rate_limit_error', code: 'rate_limit_exceeded' });
    expect(refused.body.http_status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expectProblem(await test.anonymous.get('/account', { headers: { authorization: 'Bearer x' } }), 429, {
      code: 'rate_limit_exceeded',
    });
    expect((await partner.get('/account')).status).toBe(200);
    const token = await test.anonymous.post('/oauth/token', {});
    expect(token.status).toBe(429);
    for (const { headers } of [refused, token]) expect(headers.get('ratelimit-limit')).toBe('10');
  });
});
