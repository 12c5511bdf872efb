import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, expectProblem, vendorMediaType } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { rawRequest } from '../support/raw-http.ts';

describe('versions and media types', () => {
  let test: TestApp;
  let partner: ApiClient;
  beforeAll(async () => {
    test = await startTestApp();
    partner = await test.partner();
  });
  afterAll(() => test.close());

  const accepting = (accept: string) => partner.get('/account', { headers: { accept } });
  const sending = (contentType: string, body: string | Uint8Array = '{"name":"Acme"}') =>
    partner.patch('/account', undefined, { raw: body, headers: { 'content-type': contentType } });
  /** Sends no header that a client library would add. */
  const bare = (method: string, path: string, headers: readonly string[] = [], body = '') =>
    rawRequest(
      test.baseUrl,
      [`${method} ${path} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${partner.token}`, ...headers],
      body,
    );

  describe('Accept', () => {
    it.each([
      'application/vnd.service+json; version=2',
      'application/vnd.service+json;version=2',
      'application/vnd.service+json; version="2"',
      'APPLICATION/VND.SERVICE+JSON; VERSION=2',
      'application/vnd.service+json',
      'application/json',
      'application/json; charset=utf-8',
      'application/*',
      '*/*',
      'text/html, application/json;q=0.5',
      'application/vnd.service+json; version=1, application/vnd.service+json; version=2',
      'text/html;q=0.9, */*;q=0.1',
      'application/vnd.service+json; q=0.5; version=2',
    ])('selects version 2 with %s', async (accept) => {
      const answer = await accepting(accept);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.headers.get('content-type')).toBe(vendorMediaType);
    });

    it('selects version 2 if it is absent or empty', async () => {
      for (const headers of [[], ['Accept:']]) {
        const answer = await bare('GET', '/account', headers);
        expect(answer.status, answer.text).toBe(200);
        expect(answer.headers.get('content-type')).toBe(vendorMediaType);
      }
    });

    it.each([
      'application/vnd.service+json; version=1',
      'application/vnd.service+json; version=3',
      'application/vnd.service+json; version="1"',
      'application/vnd.service+json; version=22',
      'application/vnd.service+json; version=2.0',
      'application/vnd.service+json; version=',
      'application/vnd.service+json; version=2; q=0',
      'application/json;q=0',
      '*/*; q=0.000',
      'text/html',
      'text/*',
      'application/xml, text/html',
      'application/vnd.other+json; version=2',
      'nonsense',
    ])('refuses %s and names the supported media type', async (accept) => {
      const answer = await accepting(accept);
      expectProblem(answer, 406, { type: 'invalid_request_error', code: 'unsupported_version' });
      expect(answer.body.message).toContain('application/vnd.service+json; version=2');
    });

    it('prefers an exact refusal over a wildcard', async () => {
      const accept = 'application/vnd.service+json;q=0, */*';
      expectProblem(await accepting(accept), 406, { code: 'unsupported_version' });
    });
  });

  describe('Content-Type and Content-Encoding', () => {
    it.each([
      'application/json',
      'application/json; charset=utf-8',
      'Application/JSON;charset="UTF-8"',
      'application/vnd.service+json',
      'application/vnd.service+json; version=2',
      'application/vnd.service+json;version="2"',
      'application/vnd.service+json; charset=utf-8; version=2',
    ])('reads a body sent as %s', async (contentType) => {
      const answer = await sending(contentType);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.body.name).toBe('Acme');
    });

    it.each([
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain',
      'application/xml',
      'application/jsonp',
      'application/vnd.other+json',
      'application/vnd.service+json; version=1',
      'application/vnd.service+json; version=3',
      'application/vnd.service+json2',
      'json',
      ';',
    ])('refuses a body sent as %s', async (contentType) => {
      expectProblem(await sending(contentType), 415, {
        type: 'invalid_request_error',
        code: 'unsupported_media_type',
      });
    });

    it('refuses a body without a media type', async () => {
      const answer = await bare('PATCH', '/account', ['Content-Length: 15'], '{"name":"Acme"}');
      expectProblem(answer, 415, { code: 'unsupported_media_type' });
    });

    it.each(['gzip', 'deflate', 'br', 'identity, gzip'])(
      'refuses a body with the content encoding %s',
      async (encoding) => {
        const headers = { 'content-encoding': encoding };
        const answer = await partner.patch('/account', { name: 'Acme' }, { headers });
        expectProblem(answer, 415, { code: 'unsupported_media_type' });
      },
    );

    it('reads a body with the content encoding identity', async () => {
      const headers = { 'content-encoding': 'identity' };
      expect((await partner.patch('/account', { name: 'Acme' }, { headers })).status).toBe(200);
    });
  });

  describe('every response', () => {
    it('has the exact media type, on success and on every kind of error', async () => {
      const answers = await Promise.all([
        partner.get('/account'),
        partner.patch('/account', { name: 'Acme' }),
        partner.patch('/account', { nam: 1 }),
        test.anonymous.get('/account'),
        (await test.partner({ scope: 'public' })).get('/account'),
        partner.get('/nothing-here'),
        partner.delete('/account'),
        partner.get('/%zz'),
        accepting('text/html'),
        sending('text/plain'),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 401, 403, 404, 405, 404, 406, 415]);
      for (const { headers } of answers) expect(headers.get('content-type')).toBe(vendorMediaType);
    });

    it('forbids caching, framing, sniffing and cross-origin access', async () => {
      const origin = { headers: { origin: 'https://elsewhere.example' } };
      for (const answer of [
        await partner.get('/account', origin),
        await partner.get('/nothing-here', origin),
        await test.anonymous.get('/account', origin),
        await test.anonymous.post('/oauth/token', {}, origin),
      ]) {
        expect(answer.headers.get('access-control-allow-origin')).toBeNull();
        expect(answer.headers.get('cache-control')).toBe('no-store');
        expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
        expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
      }
    });

    it('keeps a valid request id and replaces an invalid one', async () => {
      const send = async (id: string) =>
        (await partner.get('/account', { headers: { 'x-request-id': id } })).headers.get('x-request-id');
      expect(await send('order-77:retry.1')).toBe('order-77:retry.1');
      expect(await send('a b')).toMatch(/^[0-9a-f-]{36}$/);
      expect(await send('x'.repeat(129))).toMatch(/^[0-9a-f-]{36}$/);
    });

    it('has a WWW-Authenticate header if the token is missing', async () => {
      const answer = await test.anonymous.get('/account');
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    });
  });

  describe('methods', () => {
    it.each(['PUT', 'POST', 'DELETE', 'OPTIONS', 'TRACE'])(
      'refuses the unsupported method %s with an Allow header',
      async (method) => {
        const answer = await bare(method, '/account');
        expectProblem(answer, 405, { type: 'invalid_request_error', code: 'method_not_allowed' });
        expect(answer.headers.get('allow')).toBe('GET, HEAD, PATCH');
      },
    );

    it('checks the method and the path before the body', async () => {
      const body = { raw: '{', headers: { 'content-type': 'text/plain' } };
      expectProblem(await partner.call('PUT', '/account', undefined, body), 405, {
        code: 'method_not_allowed',
      });
      expectProblem(await partner.post('/nothing-here', undefined, { raw: '{' }), 404, { code: 'not_found' });
      expectProblem(await partner.post('/nothing-here', undefined, body), 404, { code: 'not_found' });
    });

    it('responds to HEAD as to GET, without the body', async () => {
      const got = await partner.get('/account');
      const headed = await partner.call('HEAD', '/account');
      expect(headed.status).toBe(200);
      expect(headed.text).toBe('');
      expect(headed.headers.get('content-type')).toBe(vendorMediaType);
      expect(headed.headers.get('content-length')).toBe(got.headers.get('content-length'));
      expect((await test.anonymous.call('HEAD', '/account')).status).toBe(401);
      expect((await partner.call('HEAD', '/nothing-here')).status).toBe(404);
    });

    it('refuses CORS preflight requests', async () => {
      const answer = await test.anonymous.call('OPTIONS', '/account', undefined, {
        headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'PATCH' },
      });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      expect(answer.headers.get('access-control-allow-methods')).toBeNull();
    });

    it('refuses unknown query parameters', async () => {
      for (const [query, param] of [
        ['expand=owner', 'expand'],
        ['__proto__=1', '__proto__'],
        ['a=%00', 'a'],
      ]) {
        expectProblem(await partner.get(`/account?${query}`), 400, {
          type: 'validation_error',
          code: 'unknown_parameter',
          param: param ?? null,
        });
      }
    });
  });
});
