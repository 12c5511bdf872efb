import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type Authorization, password, prepareAuthorization, redirectUri } from '../support/authorization.ts';
import { queryAsOwner } from '../support/database.ts';

const issuer = 'https://waybill.example';

/** Redirect URIs that known OAuth implementations have wrongly accepted as equal to the registered one. */
const redirectTricks = [
  'https://planner.example.com@evil.example/callback',
  'https://planner.example.com:x@evil.example/callback',
  'https://planner.example.com%40evil.example/callback',
  'https://evil.example\\@planner.example.com/callback',
  'https://planner.example.com.evil.example/callback',
  'https://evil.example/https://planner.example.com/callback',
  'https://planner.example.com/callback/../../evil.example',
  'https://planner.example.com/callback%2f..%2fevil',
  'https://planner.example.com/callback#evil.example',
  'https://planner.example.com/callback%00.evil.example',
  'https://planner.example.com/callback\r\nLocation: https://evil.example',
  'https://planner.example.com:8443/callback',
  'https://planner.example.com./callback',
  'https://PLANNER.example.com/callback',
  'https://planner.example.com/CALLBACK',
  'https://xn--planner-9za.example.com/callback',
  'http://planner.example.com/callback',
  'https:planner.example.com/callback',
  '//planner.example.com/callback',
  '/callback',
  'data:text/html,evil.example',
  ' https://planner.example.com/callback',
  'https://planner.example.com/callback ',
];

function responseParameters(location: string | null): Record<string, string> {
  expect(location).not.toBeNull();
  const url = new URL(location ?? '');
  expect(url.origin + url.pathname).toBe(redirectUri);
  return Object.fromEntries(url.searchParams);
}

let test: TestApp;
let asked: Authorization;
beforeAll(async () => {
  test = await startTestApp({ variables: { PUBLIC_URL: issuer } });
  asked = await prepareAuthorization(test);
});
afterAll(() => test.close());

describe('an authorization request', () => {
  it.each([
    ['an unknown client', { client_id: 'wb_production_client_nobody' }],
    ['no client', { client_id: null }],
    ['a client id that contains a NUL character', { client_id: 'a\u0000b' }],
    ['no redirect_uri', { redirect_uri: null }],
    ['a foreign redirect_uri', { redirect_uri: 'https://evil.example/callback' }],
    ['a redirect_uri with a trailing slash', { redirect_uri: `${redirectUri}/` }],
    ['a redirect_uri with an added query parameter', { redirect_uri: `${redirectUri}?x=1` }],
    ['a javascript: redirect_uri', { redirect_uri: 'javascript:alert(1)' }],
    ...redirectTricks.map((trick): [string, { redirect_uri: string }] => [
      `a redirect_uri of ${JSON.stringify(trick)}`,
      { redirect_uri: trick },
    ]),
  ])('with %s is refused on an error page without a redirect', async (_title, parameters) => {
    const page = await asked.visitor().open(asked.path(parameters));
    expect(page.status).toBe(400);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.location).toBeNull();
    expect(page.text).not.toContain('evil.example');
    expect(page.form).toBeNull();
  });

  it.each([
    ['client_id', 'client_id=other'],
    ['redirect_uri', 'redirect_uri=https%3A%2F%2Fevil.example'],
  ])('that repeats %s is refused on an error page', async (_name, extra) => {
    const page = await asked.visitor().open(`${asked.path()}&${extra}`);
    expect([page.status, page.location]).toEqual([400, null]);
  });

  it('by a disabled client is refused on an error page', async () => {
    const other = await prepareAuthorization(test);
    await queryAsOwner(test.connection, 'update api_client set disabled_at = now() where client_id = $1', [
      other.client.clientId,
    ]);
    const page = await other.visitor().open(other.path());
    expect([page.status, page.location]).toEqual([400, null]);
  });

  const challenge = 'a'.repeat(43);
  it.each([
    ['no response_type', { response_type: null }, 'invalid_request'],
    ['another response_type', { response_type: 'token' }, 'unsupported_response_type'],
    ['an unknown scope', { scope: 'everything' }, 'invalid_scope'],
    ['a scope of organizations', { scope: 'org:read' }, 'invalid_scope'],
    [
      'code_challenge_method plain',
      { code_challenge: challenge, code_challenge_method: 'plain' },
      'invalid_request',
    ],
    ['a code_challenge without method', { code_challenge: challenge }, 'invalid_request'],
    ['a method without code_challenge', { code_challenge_method: 'S256' }, 'invalid_request'],
    [
      'a code_challenge that is not a SHA-256 hash',
      { code_challenge: 'short', code_challenge_method: 'S256' },
      'invalid_request',
    ],
  ])('with %s redirects to the client with the error', async (_title, parameters, error) => {
    const page = await asked.visitor().open(asked.path({ ...parameters, state: 'a b&c="' }));
    expect(page.status).toBe(303);
    const answer = responseParameters(page.location);
    expect(answer).toMatchObject({ error, state: 'a b&c="', iss: issuer });
    expect(answer['error_description']).toBeTruthy();
    expect(answer['code']).toBeUndefined();
  });

  it('with a repeated parameter redirects to the client with the error', async () => {
    const page = await asked.visitor().open(`${asked.path({ state: 'one' })}&scope=user&scope=user:read`);
    expect(responseParameters(page.location)).toMatchObject({ error: 'invalid_request', state: 'one' });
    const twoStates = await asked.visitor().open(`${asked.path({ state: 'one' })}&state=two`);
    expect(responseParameters(twoStates.location)['state']).toBeUndefined();
  });

  it('by a client without the authorization_code grant redirects with unauthorized_client', async () => {
    const other = await prepareAuthorization(test, { grants: ['client_credentials'] });
    const page = await other.visitor().open(other.path());
    expect(responseParameters(page.location)).toMatchObject({ error: 'unauthorized_client' });
  });

  it('may redirect to any port of the loopback interface', async () => {
    const native = await prepareAuthorization(test, { redirectUris: ['http://127.0.0.1/callback'] });
    const here = { redirect_uri: 'http://127.0.0.1:49152/callback' };
    const visitor = await native.signedIn(here);
    const { location } = await visitor.press('allow');
    expect(location).toMatch(/^http:\/\/127\.0\.0\.1:49152\/callback\?code=/);
    const elsewhere = await native.visitor().open(native.path({ redirect_uri: 'http://127.0.0.1:49152/x' }));
    expect(elsewhere.status).toBe(400);
  });

  it('cannot use an unsafe redirect URI, because registration refuses it', async () => {
    const { id } = await test.organization();
    await expect(test.client(id, { redirectUris: ['javascript:alert(1)'] })).rejects.toMatchObject({
      param: 'redirect_uris',
    });
  });

  it('returns 405 for other methods and 415 for other body types', async () => {
    const put = await test.anonymous.call('PUT', asked.path(), {});
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    const json = await test.anonymous.post(asked.path(), { action: 'allow' });
    expect([json.status, json.headers.get('content-type')]).toEqual([415, 'text/html; charset=utf-8']);
  });

  it('is part of the published OpenAPI description, unlike its form submission', async () => {
    const { body } = await test.anonymous.get('/openapi.json');
    expect(Object.keys(body.paths['/oauth/authorize'])).toEqual(['get']);
    expect(body.paths['/oauth/authorize'].get).toMatchObject({
      operationId: 'oauth.authorize',
      security: [],
    });
    expect(Object.keys(body.paths).filter((path) => path.startsWith('/assets'))).toEqual([]);
  });
});

describe('the authorization pages', () => {
  it('forbid framing, scripts, resources of other origins and caching', async () => {
    const visitor = asked.visitor();
    const pages = [
      await visitor.open(asked.path()),
      await visitor.press('sign_in', { username: asked.username, password: 'wrong' }),
      await visitor.open(asked.path({ client_id: 'nobody' })),
      (await asked.signedIn()).page,
    ];
    for (const page of pages) {
      const policy = page?.headers.get('content-security-policy')?.split('; ');
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("base-uri 'none'");
      expect(policy).toContain("style-src 'self'");
      expect(page?.headers.get('x-frame-options')).toBe('DENY');
      expect(page?.headers.get('referrer-policy')).toBe('no-referrer');
      expect(page?.headers.get('cache-control')).toBe('no-store');
      expect(page?.text).not.toMatch(/<script|<style|style=|https?:\/\/(?!planner)/i);
    }
    expect(pages[0]?.headers.get('content-security-policy')).toContain("form-action 'self' https:;");
    expect(pages[2]?.headers.get('content-security-policy')).toContain("form-action 'self';");
  });

  it('link a style sheet that browsers may cache', async () => {
    const { text } = await asked.visitor().open(asked.path());
    const [, path = ''] = /rel="stylesheet" href="([^"]+)"/.exec(text) ?? [];
    const style = await test.anonymous.get(path);
    expect(style.status).toBe(200);
    expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(style.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('escape HTML in names and parameters', async () => {
    const hostile = `"><script>alert('x')</script>`;
    const other = await prepareAuthorization(test, { name: hostile });
    const visitor = other.visitor();
    const pages = [
      await visitor.open(other.path({ state: hostile, scope: 'user' })),
      await visitor.press('sign_in', { username: hostile, password: 'wrong' }),
      await visitor.open(other.path({ client_id: hostile })),
      await visitor.open(other.path({ redirect_uri: hostile })),
      (await other.signedIn({ state: hostile })).page,
    ];
    for (const page of pages) expect(page?.text).not.toMatch(/<script|alert\('/);
    expect(pages[1]?.text).toContain('value="&quot;&gt;&lt;script&gt;');
    const { location } = await (await other.signedIn({ state: hostile })).press('cancel');
    expect(responseParameters(location)['state']).toBe(hostile);
  });

  it('name the client, the user and the requested permissions', async () => {
    const all = (await asked.signedIn()).page?.text;
    expect(all).toContain('Northwind Planner');
    expect(all).toContain('Northwind Furniture');
    expect(all).toContain(asked.username);
    expect(all).toContain('See your deliveries');
    expect(all).toContain('Book and change deliveries for you');
    expect(all).toContain('planner.example.com');
    const reading = (await asked.signedIn({ scope: 'user:read' })).page?.text;
    expect(reading).toContain('See your deliveries');
    expect(reading).not.toContain('Book and change');
    const nothing = (await asked.signedIn({ scope: 'public' })).page?.text;
    expect(nothing).toContain('Confirm that you signed in');
  });

  it('set cookies that are host-only, Secure and HttpOnly', async () => {
    const visitor = asked.visitor();
    const first = await visitor.open(asked.path());
    const second = await visitor.press('sign_in', { username: asked.username, password });
    const [browser = ''] = first.headers.getSetCookie();
    const [session = ''] = second.headers.getSetCookie();
    expect(browser).toMatch(/^__Host-waybill_production_browser=/);
    expect(session).toMatch(/^__Host-waybill_production_session=.*Max-Age=28800/);
    for (const cookie of [browser, session])
      expect(cookie).toMatch(/Path=\/; HttpOnly; Secure; SameSite=Lax/);
  });
});
