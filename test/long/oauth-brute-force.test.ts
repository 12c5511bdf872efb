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

  function expectThrottled(answer: TestResponse): void {
    expect(answer.status, answer.text).toBe(429);
    expect(answer.body).toMatchObject({
      type: 'rate_limit_error',
      code: 'rate_limit_exceeded',
      http_status: 429,
      error: 'temporarily_unavailable',
    });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60);
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
        "update attempt_throttle set window_started_at = window_started_at - interval '61 seconds'",
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
    it('is blocked after 10 failures per minute, even with the right password; other users are not affected', async () => {
      const { id } = await test.organization();
      const client = await test.client(id, { grants: ['password'], scopes: ['user'] });
      await test.user('mallory-target', 'correct horse');
      await test.user('bystander', 'battery staple');
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
      expectThrottled(await ask('mallory-target', 'correct horse', '198.51.100.1'));
      expect((await ask('mallory-target', 'correct horse', '198.51.100.2')).status).toBe(200);
      expect((await ask('bystander', 'battery staple', '198.51.100.1')).status).toBe(200);
    });

    it('does not reveal which user names exist', async () => {
      const { id } = await test.organization();
      const client = await test.client(id, { grants: ['password'], scopes: ['user'] });
      await test.user('somebody', 'a password');
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
