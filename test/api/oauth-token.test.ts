import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IssuedClient } from '../../src/features/oauth/system/create-client.ts';
import { vendorMediaType } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { basic, bearerOf, expectOAuthProblem, requestToken, requestTokenByForm } from '../support/oauth.ts';

describe('the client credentials grant', () => {
  const clock = new TestClock(new Date('2030-05-01T10:00:00.900Z'));
  let test: TestApp;
  let client: IssuedClient;
  let fields: { grant_type: string; client_id: string; client_secret: string };
  beforeAll(async () => {
    test = await startTestApp({ clock });
    client = (await test.organization()).client;
    fields = {
      grant_type: 'client_credentials',
      client_id: client.clientId,
      client_secret: client.clientSecret,
    };
  });
  afterAll(() => test.close());

  const without = (name: string) =>
    Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));

  it('returns the token in the documented format', async () => {
    const answer = await requestToken(test, fields);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(vendorMediaType);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('pragma')).toBe('no-cache');
    expect(answer.body).toEqual({
      access_token: expect.stringMatching(/^wb_production_at_[\w-]{43}$/),
      token_type: 'Bearer',
      expires_in: null,
      scope: 'public org',
      created_at: Math.floor(clock.now().getTime() / 1000),
    });
    expect((await bearerOf(test, answer).get('/account')).status).toBe(200);
  });

  it('returns plain JSON without expires_in to standard clients', async () => {
    for (const accept of ['application/json', 'application/json, text/plain, */*']) {
      const answer = await requestToken(test, fields, { headers: { accept } });
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
      expect(answer.body).not.toHaveProperty('expires_in');
      expect(answer.body).toMatchObject({ token_type: 'Bearer', scope: 'public org' });
      const refused = await requestToken(test, {}, { headers: { accept } });
      expect(refused.headers.get('content-type')).toMatch(/^application\/json/);
    }
    const both = 'application/json, application/vnd.service+json; version=2';
    const answer = await requestToken(test, fields, { headers: { accept: both } });
    expect(answer.headers.get('content-type')).toBe(vendorMediaType);
    expect(answer.body.expires_in).toBeNull();
  });

  it('issues a new token for each request, and all of them stay valid', async () => {
    const answers = [await requestToken(test, fields), await requestToken(test, fields)];
    expect(answers[0]?.body.access_token).not.toBe(answers[1]?.body.access_token);
    for (const answer of answers) expect((await bearerOf(test, answer).get('/account')).status).toBe(200);
  });

  it('accepts JSON, the vendor media type and forms, with credentials in the body or by HTTP Basic', async () => {
    const vendor = { headers: { 'content-type': 'application/vnd.service+json; version=2' } };
    const byBasic = basic(client.clientId, client.clientSecret);
    const grant = { grant_type: 'client_credentials' };
    for (const answer of [
      await requestToken(test, fields, vendor),
      await requestTokenByForm(test, fields),
      await requestToken(test, grant, { headers: byBasic }),
      await requestTokenByForm(test, grant, byBasic),
      await requestToken(test, fields, { headers: byBasic }),
    ]) {
      expect(answer.status, answer.text).toBe(200);
    }
  });

  it('ignores unknown fields', async () => {
    const extra = { audience: 'x', resource: ['a', 'b'], nested: { deep: 1 }, username: 'nobody' };
    expect((await requestToken(test, { ...fields, ...extra })).status).toBe(200);
  });

  it.each(['grant_type', 'client_id', 'client_secret'])(
    'names %s when it is missing or empty',
    async (name) => {
      const problem = { error: 'invalid_request', param: name };
      expectOAuthProblem(await requestToken(test, without(name)), 400, problem);
      if (name === 'grant_type')
        expectOAuthProblem(await requestToken(test, { ...fields, [name]: '' }), 400, problem);
    },
  );

  it.each(['grant_type', 'client_id', 'client_secret', 'scope'])(
    'refuses a value of %s that is not a string',
    async (name) => {
      for (const value of [1, true, {}, ['a'], [['org']]]) {
        const answer = await requestToken(test, { ...fields, [name]: value });
        expectOAuthProblem(answer, 400, { error: 'invalid_request', param: name });
      }
    },
  );

  it('refuses a body without fields', async () => {
    for (const raw of ['', '[]', 'null', '"x"', '5']) {
      const answer = await test.anonymous.post('/oauth/token', undefined, { raw });
      expectOAuthProblem(answer, 400, { error: 'invalid_request' });
    }
    const xml = { raw: '<a/>', headers: { 'content-type': 'application/xml' } };
    expect((await test.anonymous.post('/oauth/token', undefined, xml)).status).toBe(415);
    const twice = {
      raw: 'grant_type=a&grant_type=b',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    };
    const answer = await test.anonymous.post('/oauth/token', undefined, twice);
    expect([answer.status, answer.body.error, answer.body.param]).toEqual([
      400,
      'invalid_request',
      'grant_type',
    ]);
  });

  it('refuses unknown grant types', async () => {
    for (const grant of [
      'implicit',
      'CLIENT_CREDENTIALS',
      'urn:ietf:params:oauth:grant-type:device_code',
      '__proto__',
    ]) {
      const answer = await requestToken(test, { ...fields, grant_type: grant });
      expectOAuthProblem(answer, 400, { error: 'unsupported_grant_type', param: 'grant_type' });
    }
  });

  it('refuses a grant that the client is not allowed to use', async () => {
    for (const grant_type of ['password', 'authorization_code', 'refresh_token']) {
      const answer = await requestToken(test, { ...fields, grant_type });
      expectOAuthProblem(answer, 400, { error: 'unauthorized_client', param: 'grant_type' });
    }
  });

  describe('a client with wrong credentials', () => {
    it('gets 400 for credentials in the body, with the same message for a wrong id and a wrong secret', async () => {
      const wrongSecret = await requestToken(test, { ...fields, client_secret: 'wrong' });
      const wrongName = await requestToken(test, { ...fields, client_id: 'nobody' });
      for (const answer of [wrongSecret, wrongName])
        expectOAuthProblem(answer, 400, { error: 'invalid_client', param: 'client_id' });
      expect(wrongName.text).toBe(wrongSecret.text);
      expect(wrongSecret.headers.get('www-authenticate')).toBeNull();
    });

    it('gets 401 with a challenge for credentials by HTTP Basic', async () => {
      const body = { grant_type: 'client_credentials' };
      for (const [name, secret] of [
        ['nobody', 'x'],
        [client.clientId, 'wrong'],
        [client.clientId, ''],
        ['', ''],
      ] as const) {
        const answer = await requestToken(test, body, { headers: basic(name, secret) });
        expectOAuthProblem(answer, 401, { error: 'invalid_client', type: 'authentication_error' });
        expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm=/);
      }
    });

    it('is refused when header and body differ', async () => {
      const other = (await test.organization()).client;
      for (const body of [
        { ...fields, client_id: other.clientId },
        { ...fields, client_secret: 'other' },
      ]) {
        const answer = await requestToken(test, body, {
          headers: basic(client.clientId, client.clientSecret),
        });
        expectOAuthProblem(answer, 400, { error: 'invalid_request', param: 'client_id' });
      }
    });

    it('is refused after an operator has disabled it, and so are its tokens', async () => {
      const gone = (await test.organization()).client;
      const partner = await test.partner({ client: gone });
      await queryAsOwner(test.connection, 'update api_client set disabled_at = now() where id = $1', [
        gone.id,
      ]);
      expect((await partner.get('/account')).status).toBe(401);
      const body = { ...fields, client_id: gone.clientId, client_secret: gone.clientSecret };
      expectOAuthProblem(await requestToken(test, body), 400, {
        error: 'invalid_client',
        param: 'client_id',
      });
    });
  });

  it('accepts both secrets during a rotation, then only the new one', async () => {
    const { id, client: rotated } = await test.organization();
    await queryAsOwner(test.connection, 'update client_secret set expires_at = $2 where api_client_id = $1', [
      rotated.id,
      new Date(clock.now().getTime() + 60_000),
    ]);
    await queryAsOwner(
      test.connection,
      'insert into client_secret (id, api_client_id, account_id, secret_hash, created_at) values (gen_random_uuid(), $1, $2, $3, $4)',
      [rotated.id, id, createHash('sha256').update('the-new-secret').digest(), clock.now()],
    );
    const ask = (client_secret: string) =>
      requestToken(test, { ...fields, client_id: rotated.clientId, client_secret });
    expect((await ask(rotated.clientSecret)).status).toBe(200);
    expect((await ask('the-new-secret')).status).toBe(200);
    clock.advance({ minutes: 1 });
    expect((await ask(rotated.clientSecret)).status).toBe(400);
    expect((await ask('the-new-secret')).status).toBe(200);
  });

  describe('scopes', () => {
    const ask = (scope: string, id = client) =>
      requestToken(test, { ...fields, client_id: id.clientId, client_secret: id.clientSecret, scope });

    it.each([
      ['', 'public org'],
      ['  ', 'public org'],
      ['public', 'public'],
      ['org', 'public org'],
      ['public org', 'public org'],
      ['org:read', 'public org:read'],
      ['org:write', 'public org:write'],
      ['public org:read org:write', 'public org:read org:write'],
      ['org  org:read\torg', 'public org org:read'],
    ])('requested as "%s" are granted as "%s"', async (asked, given) => {
      const { status, body } = await ask(asked);
      expect([status, body.scope]).toEqual([200, given]);
    });

    it.each([
      'admin',
      'org admin',
      'ORG',
      'org:delete',
      'user',
      'user:read',
      'org user:write',
      'org,public',
      '*',
    ])('are refused when requested as "%s"', async (asked) => {
      const answer = await ask(asked);
      expectOAuthProblem(answer, 400, { error: 'invalid_scope', param: 'scope' });
      expect(answer.body.message).toContain('public org');
    });

    it('never exceed the scopes of the client', async () => {
      const { id } = await test.organization();
      const reader = await test.client(id, { scopes: ['org:read'] });
      expect((await ask('', reader)).body.scope).toBe('public org:read');
      expectOAuthProblem(await ask('org', reader), 400, { error: 'invalid_scope', param: 'scope' });
      expectOAuthProblem(await ask('org:write', reader), 400, { error: 'invalid_scope', param: 'scope' });
      const both = await test.client(id, { scopes: ['org:read', 'org:write'] });
      expect((await ask('org', both)).body.scope).toBe('public org');
    });
  });

  it('handles concurrent requests of one client', async () => {
    const answers = await Promise.all(Array.from({ length: 64 }, () => requestToken(test, fields)));
    expect(answers.map(({ status }) => status)).toEqual(Array(64).fill(200));
  });
});
