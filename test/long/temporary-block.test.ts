import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, expectProblem } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { queryAsOwner } from '../support/database.ts';

const minutes = 60;
const variables = { RATE_LIMIT_REQUESTS: '1', RATE_LIMIT_BLOCK_WINDOWS: '2' };

describe('the temporary block of an account that keeps flooding', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp({ variables });
  });
  afterAll(() => test.close());

  /** A partner who has used the only request of the window. */
  async function spent(): Promise<{ id: string; partner: ApiClient }> {
    const { id, client } = await test.organization();
    const partner = await test.partner({ client });
    await partner.get('/account');
    return { id, partner };
  }

  const flood = (partner: ApiClient, calls: number) =>
    Promise.all(Array.from({ length: calls }, () => partner.get('/account')));
  const change = (id: string, set: string) =>
    queryAsOwner(test.connection, `update rate_limit set ${set} where account_id = $1`, [id]);
  const lease = async (id: string, refused: number) => {
    const [row] = await queryAsOwner<{ blocked: boolean; seconds: number }>(
      test.connection,
      'select blocked, round(resets_in_ms / 1000)::int as seconds from take_rate_limit_lease($1, $2, 1, 60, 2)',
      [id, refused],
    );
    return row;
  };
  const abusedBefore = "abusive_windows = array[clock_timestamp() - interval '2 minutes']";

  it('starts after enough abusive windows, lasts 15 minutes and has its own error code', async () => {
    const { id, partner } = await spent();
    await change(id, abusedBefore);
    await flood(partner, 120);
    const refused = await partner.get('/account');
    expectProblem(refused, 429, { type: 'rate_limit_error', code: 'temporarily_blocked' });
    expect(refused.body.http_status).toBe(429);
    const retryAfter = Number(refused.headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThan(14 * minutes);
    expect(retryAfter).toBeLessThanOrEqual(15 * minutes);
    expect(refused.body.message).toMatch(/Try again in 15 minutes\.$/);
    expect(Number(refused.headers.get('ratelimit-reset')) - Date.now() / 1000).toBeGreaterThan(14 * minutes);
    expect(refused.headers.get('ratelimit-remaining')).toBe('0');
  });

  it('applies in every process, including a new one', async () => {
    const { id, partner } = await spent();
    await change(id, "blocked_until = clock_timestamp() + interval '5 minutes'");
    const fresh = await startTestApp({ variables, sharing: test });
    expectProblem(await partner.at(fresh.baseUrl).get('/account'), 429, { code: 'temporarily_blocked' });
    await fresh.close();
  });

  it('does not start after a single abusive window or with fewer than 100 refusals per window', async () => {
    const once = await spent();
    await flood(once.partner, 130);
    expectProblem(await once.partner.get('/account'), 429, { code: 'rate_limit_exceeded' });
    const mild = await spent();
    await change(mild.id, abusedBefore);
    await flood(mild.partner, 95);
    expectProblem(await mild.partner.get('/account'), 429, { code: 'rate_limit_exceeded' });
  });

  it('counts a refusal in its own window', async () => {
    const brief = await startTestApp({
      variables: { ...variables, RATE_LIMIT_WINDOW_SECONDS: '2' },
      sharing: test,
    });
    const { id, partner } = await spent();
    const there = partner.at(brief.baseUrl);
    await flood(there, 12);
    await expect.poll(async () => (await there.get('/account')).status).toBe(200);
    const [row] = await queryAsOwner(
      test.connection,
      'select refused from rate_limit where account_id = $1',
      [id],
    );
    expect(row).toEqual({ refused: 0 });
    await brief.close();
  });

  it('disregards abusive windows after 15 minutes', async () => {
    const { id } = await spent();
    await change(id, "abusive_windows = array[clock_timestamp() - interval '16 minutes']");
    expect(await lease(id, 100)).toMatchObject({ blocked: false });
  });

  it('doubles each time up to a day, and restarts at 15 minutes after a quiet day', async () => {
    const { id } = await spent();
    const lengths: number[] = [];
    for (let block = 0; block < 9; block += 1) {
      await change(
        id,
        `${abusedBefore}, window_started_at = clock_timestamp() - interval '2 minutes',
        blocked_until = blocked_until - (blocked_until - clock_timestamp()) - interval '1 second'`,
      );
      const { blocked, seconds } = (await lease(id, 100)) ?? {};
      expect(blocked).toBe(true);
      lengths.push(Math.round((seconds ?? 0) / minutes));
    }
    expect(lengths).toEqual([15, 30, 60, 120, 240, 480, 960, 1440, 1440]);
    await change(
      id,
      `${abusedBefore}, window_started_at = clock_timestamp() - interval '2 minutes',
      blocked_until = clock_timestamp() - interval '25 hours'`,
    );
    expect((await lease(id, 100))?.seconds).toBe(15 * minutes);
  });

  it('expires by itself', async () => {
    const fresh = await startTestApp({ variables, sharing: test });
    const { id, partner } = await spent();
    await change(id, "blocked_until = clock_timestamp() + interval '2 seconds', used = 0");
    const there = partner.at(fresh.baseUrl);
    expect((await there.get('/account')).body.code).toBe('temporarily_blocked');
    await expect.poll(async () => (await there.get('/account')).status).toBe(200);
    await fresh.close();
  });

  it('can be lifted by an operator without a restart', async () => {
    const brief = await startTestApp({
      variables: { ...variables, RATE_LIMIT_WINDOW_SECONDS: '1' },
      sharing: test,
    });
    const { id, partner } = await spent();
    const there = partner.at(brief.baseUrl);
    await change(id, "blocked_until = clock_timestamp() + interval '5 hours'");
    const refused = await there.get('/account');
    expect(refused.body.code).toBe('temporarily_blocked');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(299 * minutes);
    await change(id, 'blocked_until = null');
    await expect.poll(async () => (await there.get('/account')).status).toBe(200);
    await brief.close();
  });

  it('can be switched off', async () => {
    const off = await startTestApp({
      variables: { ...variables, RATE_LIMIT_BLOCK_WINDOWS: '0' },
      sharing: test,
    });
    const { id, partner } = await spent();
    await change(id, abusedBefore);
    await flood(partner.at(off.baseUrl), 130);
    expectProblem(await partner.at(off.baseUrl).get('/account'), 429, { code: 'rate_limit_exceeded' });
    await off.close();
  });
});
