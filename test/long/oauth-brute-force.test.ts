import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestResponse } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { queryAsOwner } from '../support/database.ts';
import { requestToken } from '../support/oauth.ts';

describe('guessing secrets', () => {
  let test: TestApp;
  let second: TestApp;
  beforeAll(async () => {
    // Trusts one proxy, so that X-Forwarded-For sets the client address.
    const variables = { TRUST_PROXY: 'loopback' };
    test = await startTestApp({ variables });
    second = await startTestApp({ variables, sharing: test });
  });
  afterAll(async () => {
    await second.close();
    await test.close();
  });

  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
  const count = (answers: readonly TestResponse[], status: number) =>
    answers.filter((answer) => answer.status === status).length;

  function expectThrottled(answer: TestResponse, maxSeconds = 60): void {
    expect(answer.status, answer.text).toBe(429);
    // The test client asserts the other rate-limit headers.
    expect(answer.body).toMatchObject({
      type: 'rate_limit_error',
      code: 'rate_limit_exceeded',
      http_status: 429,
      error: 'temporarily_unavailable',
    });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(['10', '20']).toContain(answer.headers.get('ratelimit-limit'));
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(maxSeconds);
  }

  describe('for a client', () => {
    it('is blocked after 20 failures per minute across all processes, even with the right secret; other clients are not affected', async () => {
      const { client } = await test.organization();
      const ask = (client_secret: string, address: string, app = test) =>
        requestToken(
          app,
          { grant_type: 'client_credentials', client_id: client.clientId, client_secret },
          from(address),
        );
      const guesses = await Promise.all(
        Array.from({ length: 200 }, (_, index) =>
          ask(`guess ${index}`, '203.0.113.7', index % 2 ? test : second),
        ),
      );
      expect([count(guesses, 400), count(guesses, 429)]).toEqual([20, 180]);
      expectThrottled(await ask(client.clientSecret, '203.0.113.7'));
      expectThrottled(await ask(client.clientSecret, '203.0.113.7', second));

      expect((await ask(client.clientSecret, '203.0.113.8')).status).toBe(200);
      const other = (await test.organization()).client;
      const answer = await requestToken(
        test,
        { grant_type: 'client_credentials', client_id: other.clientId, client_secret: other.clientSecret },
        from('203.0.113.7'),
      );
      expect(answer.status).toBe(200);
    });

    it('is allowed again after a minute', async () => {
      const { client } = await test.organization();
      const ask = (client_secret: string) =>
        requestToken(
          test,
          { grant_type: 'client_credentials', client_id: client.clientId, client_secret },
          from('203.0.113.9'),
        );
      for (let guess = 0; guess < 21; guess += 1) await ask('wrong');
      expectThrottled(await ask(client.clientSecret));
      await queryAsOwner(
        test.connection,
        `update sign_in_throttle set last_failed_at = last_failed_at - interval '61 seconds',
           blocked_until = blocked_until - interval '61 seconds'`,
      );
      expect((await ask(client.clientSecret)).status).toBe(200);
      expect((await ask('wrong')).status).toBe(400);
    });

    it('does not count successful requests', async () => {
      const { client } = await test.organization();
      const fields = { grant_type: 'client_credentials', client_id: client.clientId };
      for (let call = 0; call < 30; call += 1) {
        const answer = await requestToken(
          test,
          { ...fields, client_secret: client.clientSecret },
          from('203.0.113.10'),
        );
        expect(answer.status).toBe(200);
      }
      expect((await requestToken(test, { ...fields, client_secret: 'x' }, from('203.0.113.10'))).status).toBe(
        400,
      );
    });

    it('is counted at /oauth/revoke too', async () => {
      const { client } = await test.organization();
      const body = { client_id: client.clientId, client_secret: 'wrong', token: 'x' };
      const answers: TestResponse[] = [];
      for (let guess = 0; guess < 22; guess += 1)
        answers.push(await test.anonymous.post('/oauth/revoke', body, from('203.0.113.11')));
      expect([count(answers, 400), count(answers, 429)]).toEqual([20, 2]);
    });
  });

  describe('for a user', () => {
    it('is delayed after 10 failures from one address, even with the right password; other users are not affected', async () => {
      const { id } = await test.organization();
      const client = await test.client(id, { grants: ['password'], scopes: ['user'] });
      await test.user('mallory-target', 'correct horse staple');
      await test.user('bystander', 'battery staple horse');
      const ask = (username: string, password: string, address: string, app = test) =>
        requestToken(
          app,
          { grant_type: 'password', client_id: client.clientId, username, password },
          from(address),
        );
      const guesses = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          ask(
            index % 2 ? 'mallory-target' : 'MALLORY-target',
            `guess ${index}`,
            '198.51.100.1',
            index % 3 ? test : second,
          ),
        ),
      );
      expect([count(guesses, 400), count(guesses, 429)]).toEqual([10, 20]);
      expectThrottled(await ask('mallory-target', 'correct horse staple', '198.51.100.1'));
      expect((await ask('mallory-target', 'correct horse staple', '198.51.100.2')).status).toBe(200);
      expect((await ask('bystander', 'battery staple horse', '198.51.100.1')).status).toBe(200);
    });

    /** Asks for tokens with the password grant. */
    async function asker(username: string, password: string) {
      const { id } = await test.organization();
      const client = await test.client(id, { grants: ['password'], scopes: ['user'] });
      const user = await test.user(username, password);
      const ask = (secret: string, address: string, app = test, name = username) =>
        requestToken(
          app,
          { grant_type: 'password', client_id: client.clientId, username: name, password: secret },
          from(address),
        );
      return { ...user, ask };
    }

    /** Makes all delays and failures older. */
    const wait = (seconds: number) =>
      queryAsOwner(
        test.connection,
        `update sign_in_throttle set last_failed_at = last_failed_at - make_interval(secs => $1),
           blocked_until = blocked_until - make_interval(secs => $1)`,
        [seconds],
      );

    it('is delayed for all unknown addresses after 20 failures, so that the third address gains nothing', async () => {
      const { ask } = await asker('roaming-target', 'window seat 42 b');
      for (const address of ['198.51.100.11', '198.51.100.12'])
        for (let guess = 0; guess < 10; guess += 1)
          expect((await ask(`guess ${guess}`, address)).status).toBe(400);
      const refused = await Promise.all(
        ['198.51.100.13', '198.51.100.14', '2001:db8::1', '198.51.100.15'].map((address, index) =>
          ask('window seat 42 b', address, index % 2 ? test : second),
        ),
      );
      for (const answer of refused) expectThrottled(answer);
    });

    it('is delayed twice as long after each further failure, up to 15 minutes, and never for good', async () => {
      const { ask } = await asker('patient-target', 'window seat 42 b');
      const address = '198.51.100.21';
      for (let guess = 0; guess < 10; guess += 1) await ask('wrong', address);
      const delays: number[] = [];
      for (let round = 0; round < 6; round += 1) {
        const refused = await ask('wrong', address);
        const seconds = Number(refused.headers.get('retry-after'));
        delays.push(Math.round(seconds / 60));
        await wait(seconds);
        expect((await ask('wrong', address)).status).toBe(400);
      }
      expect(delays).toEqual([1, 2, 4, 8, 15, 15]);
      await wait(900);
      expect((await ask('window seat 42 b', address)).status).toBe(200);
    });

    it('admits no more of many parallel guesses from many addresses than the limit', async () => {
      const { ask } = await asker('parallel-target', 'window seat 42 b');
      const guesses = await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          ask(`guess ${index}`, `192.0.2.${index}`, index % 2 ? test : second),
        ),
      );
      expect([count(guesses, 400), count(guesses, 429)]).toEqual([20, 40]);
    });

    it('counts the addresses of an IPv6 /64 as one', async () => {
      const { ask } = await asker('ipv6-target', 'window seat 42 b');
      for (let host = 1; host <= 10; host += 1)
        expect((await ask('wrong', `2001:db8:7::${host.toString(16)}`)).status).toBe(400);
      expectThrottled(await ask('wrong', '2001:db8:7:0:ffff::1'));
      expect((await ask('wrong', '2001:db8:7:1::1')).status).toBe(400);
    });

    it('does not delay a server from which the user signed in before', async () => {
      const { ask } = await asker('server-target', 'window seat 42 b');
      expect((await ask('window seat 42 b', '192.0.2.100')).status).toBe(200);
      await Promise.all(Array.from({ length: 30 }, (_, index) => ask('wrong', `203.0.113.${100 + index}`)));
      expectThrottled(await ask('window seat 42 b', '203.0.113.200'));
      expect((await ask('window seat 42 b', '192.0.2.100')).status).toBe(200);
      await queryAsOwner(
        test.connection,
        "update known_network set last_signed_in_at = last_signed_in_at - interval '31 days'",
      );
      expectThrottled(await ask('window seat 42 b', '192.0.2.100'));
    });

    it('is delayed for a network that tries many accounts', async () => {
      const { ask } = await asker('sprayed-target', 'window seat 42 b');
      const names = Array.from({ length: 100 }, (_, index) => `name ${index}`);
      const tried = await Promise.all(
        names.map((name) => ask('window seat 42 b', '192.0.2.250', test, name)),
      );
      expect(count(tried, 400)).toBe(100);
      expectThrottled(await ask('window seat 42 b', '192.0.2.250'));
    });

    it('does not reveal which user names exist', async () => {
      const { id } = await test.organization();
      const client = await test.client(id, { grants: ['password'], scopes: ['user'] });
      await test.user('somebody', 'a plum in the fog');
      const ask = (username: string) =>
        requestToken(
          test,
          { grant_type: 'password', client_id: client.clientId, username, password: 'wrong' },
          from('198.51.100.3'),
        );
      const [known, unknown] = [await ask('somebody'), await ask('nobody')];
      expect(unknown.status).toBe(400);
      expect(unknown.text).toBe(known.text);
      const answers: TestResponse[] = [];
      for (let guess = 0; guess < 11; guess += 1) answers.push(await ask('nobody'));
      expectThrottled(answers.at(-1) as TestResponse);
    });
  });
});
