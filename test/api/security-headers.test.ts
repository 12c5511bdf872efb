// Headers of every response and attributes of every cookie, on a server with an https URL. Routes are read from the
// router, so that new ones are included automatically.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listRoutes } from '../support/answering-routes.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { linkFor } from '../support/crew-phone.ts';
import { formCrew } from '../support/operator-actions.ts';
import { newOperator, OperatorClient } from '../support/operator-client.ts';
import { requestPortalLink } from '../support/portal-client.ts';
import { rawExchange } from '../support/raw-http.ts';

let test: TestApp;
let responses: { name: string; response: Pick<Response, 'headers' | 'ok'>; text: string }[];

beforeAll(async () => {
  test = await startTestApp({ variables: { PUBLIC_URL: 'https://api.example.com' } });
  const paths = [...(await listRoutes(test)), 'GET /nothing-here', 'GET /assets/../package.json'];
  responses = await Promise.all(
    paths.map(async (route) => {
      const [method = '', path = ''] = route.split(' ');
      const response = await fetch(test.baseUrl + path.replaceAll(/\{\w+\}/g, 'x'), {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(60_000),
      });
      return { name: route, response, text: await response.text() };
    }),
  );
  const { answers } = await rawExchange(test.baseUrl, { parts: ['nonsense\r\n\r\n'] });
  for (const { headers, text } of answers)
    responses.push({ name: 'invalid HTTP', response: { headers, ok: false }, text });
});
afterAll(() => test.close());

/** Names of the responses whose header lacks the expected text. */
const lacking = (header: string, expected: RegExp) =>
  responses
    .filter(({ response }) => !expected.test(response.headers.get(header) ?? ''))
    .map(({ name, response }) => `${name}: ${response.headers.get(header)}`);

describe('every response', () => {
  it('restricts transport, sniffing, framing, base URL and referrer', () => {
    expect(responses.length).toBeGreaterThan(150);
    expect(lacking('strict-transport-security', /^max-age=31536000; includeSubDomains$/)).toEqual([]);
    expect(lacking('x-content-type-options', /^nosniff$/)).toEqual([]);
    expect(lacking('content-security-policy', /default-src 'none'/)).toEqual([]);
    expect(lacking('content-security-policy', /frame-ancestors 'none'/)).toEqual([]);
    expect(lacking('content-security-policy', /base-uri 'none'/)).toEqual([]);
    expect(lacking('referrer-policy', /^no-referrer$/)).toEqual([]);
  });

  it('allows no other origin to read it, and scripts of the own origin only', () => {
    for (const { name, response } of responses) {
      const isPublic = / \/(openapi\.json|\.well-known\/oauth-authorization-server)$/.test(name);
      expect(response.headers.get('access-control-allow-origin'), name).toBe(isPublic ? '*' : null);
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy, name).not.toMatch(/script-src[^;]*(unsafe|\*|https?:|data:)/);
    }
  });

  it('names its media type, with the character encoding of text', () => {
    for (const { name, response, text } of responses.filter((each) => each.text !== '')) {
      const type = response.headers.get('content-type') ?? '';
      expect(type, `${name}: ${text.slice(0, 80)}`).toMatch(
        /^(application\/(vnd\.service\+json|json|manifest\+json|vnd\.mapbox-vector-tile)|image\/|font\/|text\/.*charset=utf-8)/,
      );
    }
  });

  it('is not stored by browsers and proxies, except for files without personal data', () => {
    const stored = responses.filter(
      ({ response }) => response.ok && response.headers.get('cache-control') !== 'no-store',
    );
    const names = stored.map(({ name }) => name);
    expect(
      names.filter(
        (name) => !/ \/(docs|downloads|assets|favicon|avatars|maps|crew\/(icon|manifest|worker))/.test(name),
      ),
    ).toEqual([]);
  });
});

/** test/api/oauth-authorize.test.ts covers the cookies of users. */
describe('every session cookie of a page', () => {
  it('is Secure, HttpOnly, SameSite and bound to its host', async () => {
    const { email, password } = await newOperator(test, 'admin');
    const operator = await OperatorClient.signIn(test, { id: '', email, password });
    const { members } = await formCrew(operator);
    const send = async (path: string, body: unknown) =>
      (
        await fetch(test.baseUrl + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).headers.getSetCookie();
    const cookies = [
      ...(await send('/operator/sessions', { email, password })),
      ...(await send('/portal/api/session', { token: await requestPortalLink(await test.partner()) })),
      ...(await send('/crew/api/session', { token: await linkFor(operator, members[0].id) })),
    ];
    expect(cookies.length).toBeGreaterThanOrEqual(3);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__Host-waybill_production_\w+=/);
      expect(cookie).toMatch(/Path=\/; HttpOnly; Secure; SameSite=(Lax|Strict)/);
      expect(cookie).not.toMatch(/Domain=/i);
    }
  });
});
