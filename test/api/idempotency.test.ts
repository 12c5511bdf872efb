import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, expectProblem, type TestResponse, vendorMediaType } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { timeGoal } from '../support/scale.ts';

describe('Idempotency-Key', () => {
  const clock = new TestClock();
  const variables = { RATE_LIMIT_REQUESTS: '100000' };
  let test: TestApp;
  let second: TestApp;
  beforeAll(async () => {
    test = await startTestApp({ clock, variables });
    second = await startTestApp({ clock, variables, sharing: test });
  });
  afterAll(async () => {
    await second.close();
    await test.close();
  });

  const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });
  const rename = (partner: ApiClient, name: string, key: string) =>
    partner.patch('/account', { name }, keyed(key));
  const otherProcess = (partner: ApiClient) => partner.at(second.baseUrl);

  async function effects(partner: ApiClient): Promise<number> {
    const { id } = (await partner.get('/account')).body;
    const rows = await queryAsOwner(
      test.connection,
      "select from audit_entry where account_id = $1 and action = 'account.updated'",
      [id],
    );
    return rows.length;
  }

  function expectReplay(replay: TestResponse, first: TestResponse): void {
    expect(replay.status, replay.text).toBe(first.status);
    expect(replay.text).toBe(first.text);
    expect(replay.headers.get('content-type')).toBe(vendorMediaType);
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
  }

  it('replays the response with the same bytes and marks it as replayed', async () => {
    const partner = await test.partner();
    const first = await rename(partner, 'Once', 'key-1');
    expect(first.status).toBe(200);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    await partner.patch('/account', { name: 'Meanwhile' });
    expectReplay(await rename(partner, 'Once', 'key-1'), first);
    expect((await partner.get('/account')).body.name).toBe('Meanwhile');
    expect(await effects(partner)).toBe(2);
  });

  it('counts every replay against the rate limit and gives it its own request id', async () => {
    const partner = await test.partner();
    const first = await rename(partner, 'Once', 'k');
    const again = await rename(partner, 'Once', 'k');
    expect(Number(again.headers.get('ratelimit-remaining'))).toBe(
      Number(first.headers.get('ratelimit-remaining')) - 1,
    );
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
  });

  it('ignores key order, white space and character escapes of the body', async () => {
    const partner = await test.partner();
    const send = (raw: string) => partner.patch('/account', undefined, { raw, ...keyed('spelling') });
    const first = await send('{"name":"Café","contact_email":"a@example.com"}');
    expect(first.status).toBe(200);
    expectReplay(await send(' { "contact_email" : "\\u0061@example.com", "name":"Caf\\u00e9" }\n'), first);
  });

  it('refuses the same key with another body, and changes nothing', async () => {
    const partner = await test.partner();
    const first = await rename(partner, 'One', 'reused');
    expectProblem(await rename(partner, 'Two', 'reused'), 422, {
      type: 'invalid_request_error',
      code: 'idempotency_key_reused',
    });
    expectProblem(await partner.patch('/account', {}, keyed('reused')), 422, {
      code: 'idempotency_key_reused',
    });
    expectReplay(await rename(partner, 'One', 'reused'), first);
    expect((await partner.get('/account')).body.name).toBe('One');
  });

  it('belongs to one account: another may use the same key', async () => {
    const [one, other] = [await test.partner(), await test.partner()];
    const first = await rename(one, 'Mine', 'shared');
    const foreign = await rename(other, 'Yours', 'shared');
    expect(foreign.status).toBe(200);
    expect(foreign.headers.get('idempotent-replayed')).toBeNull();
    expect([first.body.name, foreign.body.name]).toEqual(['Mine', 'Yours']);
    expect((await other.get('/account')).body.name).toBe('Yours');
  });

  it('applies to every token of the account', async () => {
    const { client } = await test.organization();
    const [one, other] = [await test.partner({ client }), await test.partner({ client })];
    const first = await rename(one, 'Same', 'k');
    expectReplay(await rename(other, 'Same', 'k'), first);
  });

  it('does not replay a response to a token without the write scope', async () => {
    const { client } = await test.organization();
    await rename(await test.partner({ client }), 'Written', 'k');
    const reader = await test.partner({ client, scope: 'org:read' });
    expectProblem(await rename(reader, 'Written', 'k'), 403, { code: 'insufficient_scope' });
  });

  it('takes effect once in sixteen concurrent requests', async () => {
    for (let round = 0; round < 5; round += 1) {
      const partner = await test.partner();
      const started = performance.now();
      const answers = await Promise.all(
        Array.from({ length: 16 }, () => rename(partner, `Round ${round}`, 'parallel')),
      );
      expect(performance.now() - started, 'no request waits for long').toBeLessThan(timeGoal(5_000));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, answers[0]?.text).toBe(1);
      expect(answers.filter(({ headers }) => !headers.get('idempotent-replayed'))).toHaveLength(1);
      expect(answers[0]?.status).toBe(200);
      expect(await effects(partner)).toBe(1);
    }
  });

  it('takes effect once in sixteen concurrent requests to two processes', async () => {
    for (let round = 0; round < 5; round += 1) {
      const partner = await test.partner();
      const answers = await Promise.all(
        Array.from({ length: 16 }, (_, index) =>
          rename(index % 2 ? partner : otherProcess(partner), `Round ${round}`, 'parallel'),
        ),
      );
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(answers[0]?.status).toBe(200);
      expect(await effects(partner)).toBe(1);
    }
  });

  it('takes effect once when different bodies race for a key', async () => {
    const partner = await test.partner();
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        rename(index % 2 ? partner : otherProcess(partner), `Name ${index % 4}`, 'contested'),
      ),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(new Set(won.map(({ text }) => text)).size).toBe(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expectProblem(answer, 422, { code: 'idempotency_key_reused' });
    expect(await effects(partner)).toBe(1);
  });

  it('is replayed by another process and after a restart', async () => {
    const partner = await test.partner();
    const first = await rename(partner, 'Kept', 'lasting');
    expectReplay(await rename(otherProcess(partner), 'Kept', 'lasting'), first);
    const restarted = await startTestApp({ clock, variables, sharing: test });
    expectReplay(await rename(partner.at(restarted.baseUrl), 'Kept', 'lasting'), first);
    await restarted.close();
  });

  it('is not consumed by a failed request', async () => {
    const partner = await test.partner();
    expect((await partner.patch('/account', { name: '' }, keyed('again'))).status).toBe(400);
    expect((await test.anonymous.patch('/account', { name: 'x' }, keyed('again'))).status).toBe(401);
    const answer = await rename(partner, 'Works', 'again');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('idempotent-replayed')).toBeNull();
  });

  it('expires after 24 hours', async () => {
    const partner = await test.partner();
    const first = await rename(partner, 'Day one', 'daily');
    clock.advance({ hours: 23, minutes: 59 });
    expectReplay(await rename(partner, 'Day one', 'daily'), first);
    clock.advance({ minutes: 1 });
    const fresh = await rename(partner, 'Day two', 'daily');
    expect(fresh.body.name).toBe('Day two');
    expect(fresh.headers.get('idempotent-replayed')).toBeNull();
    expectReplay(await rename(partner, 'Day two', 'daily'), fresh);
  });

  it.each(['', ' ', 'a b', 'ü', 'x'.repeat(256), 'tab\there'])('refuses the key "%s"', async (key) => {
    const partner = await test.partner();
    expectProblem(await rename(partner, 'X', key), 400, {
      type: 'validation_error',
      code: 'invalid_parameter',
      param: 'Idempotency-Key',
    });
  });

  it('can be any printable text of up to 255 characters', async () => {
    const partner = await test.partner();
    for (const key of ['x', 'x'.repeat(255), `!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~`]) {
      const first = await rename(partner, 'X', key);
      expectReplay(await rename(partner, 'X', key), first);
    }
  });

  it('stores responses encrypted: the table contains no readable personal data', async () => {
    const partner = await test.partner();
    await partner.patch('/account', { contact_email: 'canary-5d1@example.com' }, keyed('private'));
    const rows = await queryAsOwner<Record<string, unknown>>(
      test.connection,
      'select * from idempotency_record',
    );
    expect(rows.length).toBeGreaterThan(10);
    const readable = rows.flatMap((row) =>
      Object.values(row).map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value))),
    );
    expect(readable.join()).not.toContain('canary-5d1');
    expect(readable.join()).not.toContain('contact_email');
    expect(test.logged()).not.toContain('canary-5d1');
  });
});
