import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient, expectProblem } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { requestToken } from '../support/oauth.ts';

/** The accepted scopes of each operation; all other scopes must be refused. */
const operations = [
  { method: 'GET', path: '/account', body: undefined, admits: ['org', 'org:read', 'user', 'user:read'] },
  { method: 'HEAD', path: '/account', body: undefined, admits: ['org', 'org:read', 'user', 'user:read'] },
  {
    method: 'PATCH',
    path: '/account',
    body: { name: 'x' },
    admits: ['org', 'org:write', 'user', 'user:write'],
  },
  { method: 'GET', path: '/webhooks', body: undefined, admits: ['org', 'org:write', 'user', 'user:write'] },
  {
    method: 'GET',
    path: '/webhooks/portal',
    body: undefined,
    admits: ['org', 'org:write', 'user', 'user:write'],
  },
  { method: 'GET', path: '/events', body: undefined, admits: ['org', 'org:read', 'user', 'user:read'] },
] as const;

const scopes = ['public', 'org', 'org:read', 'org:write', 'user', 'user:read', 'user:write'] as const;

describe('the scope of a token', () => {
  let test: TestApp;
  const callers = new Map<string, ApiClient>();
  beforeAll(async () => {
    test = await startTestApp();
    const { id } = await test.organization();
    const client = await test.client(id, {
      scopes: ['org', 'user'],
      grants: ['client_credentials', 'password'],
    });
    await test.user('scoped', 'a plum in the fog');
    for (const scope of scopes) {
      const person = { grant_type: 'password', username: 'scoped', password: 'a plum in the fog' };
      const grant = scope.startsWith('user') ? person : { grant_type: 'client_credentials' };
      const fields = { ...grant, client_id: client.clientId, client_secret: client.clientSecret, scope };
      const { body } = await requestToken(test, fields);
      callers.set(scope, new ApiClient(test.baseUrl, body.access_token));
    }
  });
  afterAll(() => test.close());

  const cells = operations.flatMap((operation) => scopes.map((scope) => ({ ...operation, scope })));

  it.each(cells)('is checked: $scope on $method $path', async ({ method, path, body, admits, scope }) => {
    const caller = callers.get(scope) as ApiClient;
    const answer = await caller.call(method, path, body);
    if ((admits as readonly string[]).includes(scope)) {
      expect(answer.status, answer.text).toBe(200);
      return;
    }
    expect(answer.status).toBe(403);
    if (method === 'HEAD') return;
    expectProblem(answer, 403, { type: 'authentication_error', code: 'insufficient_scope' });
    for (const accepted of admits) expect(answer.body.message).toContain(accepted);
  });

  it.each(operations)(
    'is not checked without a valid token: $method $path returns 401',
    async ({ method, path, body }) => {
      for (const token of [null, 'garbage', 'wb_production_at_0000000000000000000000000000000000000000000']) {
        const answer = await new ApiClient(test.baseUrl, token).call(method, path, body);
        expect(answer.status).toBe(401);
        if (method !== 'HEAD')
          expectProblem(answer, 401, { type: 'authentication_error', code: 'invalid_token' });
      }
    },
  );

  it('is checked before the version, the body and its fields', async () => {
    const narrow = callers.get('public') as ApiClient;
    const wrongVersion = { headers: { accept: 'text/html' } };
    for (const answer of [
      await narrow.get('/account', wrongVersion),
      await narrow.patch('/account', undefined, { raw: '{' }),
      await narrow.patch('/account', undefined, { raw: 'x', headers: { 'content-type': 'text/plain' } }),
      await narrow.get('/account?unknown=1'),
    ]) {
      expectProblem(answer, 403, { code: 'insufficient_scope' });
    }
    const reader = callers.get('org') as ApiClient;
    const answer = await reader.patch('/account', undefined, { raw: '{', ...wrongVersion });
    expectProblem(answer, 406, { code: 'unsupported_version' });
    const unknown = { raw: '{"nam":1}', headers: { 'content-type': 'text/plain' } };
    expectProblem(await reader.patch('/account', undefined, unknown), 415, {
      code: 'unsupported_media_type',
    });
  });
});
