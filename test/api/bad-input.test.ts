import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, expectProblem, type TestResponse, vendorMediaType } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { hostileJsonValues, hostilePathSegments } from '../support/hostile-inputs.ts';
import { formType } from '../support/oauth.ts';
import { timeGoal } from '../support/scale.ts';

describe('hostile input', () => {
  let test: TestApp;
  let partner: ApiClient;
  beforeAll(async () => {
    test = await startTestApp({ variables: { RATE_LIMIT_REQUESTS: '100000' } });
    partner = await test.partner();
  });
  afterAll(async () => {
    expect(test.logged(), 'no unexpected failure was logged').not.toContain('unexpected failure');
    await test.close();
  });

  const patch = (raw: string | Uint8Array) => partner.patch('/account', undefined, { raw });
  const malformed = { type: 'validation_error', code: 'malformed_json' };

  function expectAnyProblem(answer: TestResponse): void {
    expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
    expect(answer.status, answer.text).toBeLessThan(500);
    expect(answer.headers.get('content-type')).toBe(vendorMediaType);
    expect(answer.body).toMatchObject({ type: expect.any(String), message: expect.any(String) });
    expect(answer.body).toHaveProperty('param');
    expect(answer.body).toHaveProperty('code');
    expect(answer.text.length, 'an error does not repeat a long input').toBeLessThan(2_000);
  }

  describe('in a body', () => {
    it.each(Object.entries(hostileJsonValues))('refuses %s as a field', async (_what, json) => {
      if (json === 'null') return;
      expectAnyProblem(await patch(`{"contact_email":${json}}`));
    });

    it.each(Object.entries(hostileJsonValues))('refuses %s as the whole body', async (_what, json) => {
      if (json === '{}') return;
      expectAnyProblem(await patch(json));
    });

    it.each(Object.entries(hostileJsonValues))(
      'refuses %s as a parameter of the token request',
      async (_what, json) => {
        for (const field of ['client_id', 'client_secret', 'scope', 'grant_type']) {
          const body = `{"grant_type":"client_credentials","client_id":"a","client_secret":"b","${field}":${json}}`;
          expectAnyProblem(await test.anonymous.post('/oauth/token', undefined, { raw: body }));
        }
      },
    );

    it('names the field that holds a NUL character, a lone surrogate or a number that is too large', async () => {
      for (const json of ['"\\u0000"', '"\\ud800"', '1e400']) {
        expectProblem(await patch(`{"name":${json}}`), 400, { code: 'invalid_parameter', param: 'name' });
      }
      expectProblem(await patch('{"metadata":{"list":[1,{"deep":"\\u0000"}]}}'), 400, {
        code: 'invalid_parameter',
        param: 'metadata.list[1].deep',
      });
      expectProblem(await patch('{"a\\u0000b":1}'), 400, { code: 'invalid_parameter', param: 'a\\u0000b' });
    });

    it.each([
      ['a NUL byte', '{"name":"a\0b"}'],
      ['broken UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
      ['an overlong encoding', new Uint8Array([0x22, 0xc0, 0x80, 0x22])],
      ['a surrogate in UTF-8', new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22])],
      ['UTF-16', Buffer.from('\ufeff{"name":"x"}', 'utf16le')],
      ['an open bracket', '{"name":'],
      ['two values', '{}{}'],
      ['a comment', '{"name":"x"} // hello'],
      ['single quotes', "{'name':'x'}"],
      ['NaN', '{"name":NaN}'],
      ['white space', '   '],
    ])('refuses %s as malformed', async (_what, raw) => {
      expectProblem(await patch(raw), 400, malformed);
    });

    it('refuses deep nesting within the time limit', async () => {
      const started = performance.now();
      for (const depth of [34, 10_000, 130_000]) {
        expectProblem(await patch('['.repeat(depth) + ']'.repeat(depth)), 400, malformed);
      }
      expect(performance.now() - started).toBeLessThan(timeGoal(2_000));
    });

    it('uses the last of two values for the same key, as JSON parsers do', async () => {
      const { status, body } = await patch('{"name":"First","name":"Second"}');
      expect([status, body.name]).toEqual([200, 'Second']);
    });

    it('stores every valid character unchanged', async () => {
      const description = '日本 🚚 \u202e"<script>\\ \u0001\u007f\u2028 é';
      const url = 'https://shop.example/hooks';
      const { status, body } = await partner.post('/webhooks', { url, description });
      expect(status).toBe(201);
      expect(body.description).toBe(description);
      expect((await partner.get(`/webhooks/${body.id}`)).body.description).toBe(description);
    });

    it('refuses prototype pollution', async () => {
      expectProblem(await patch('{"__proto__":{"name":"x"}}'), 400, {
        code: 'invalid_parameter',
        param: '__proto__',
      });
      expectProblem(await patch('{"constructor":{"prototype":{"x":1}}}'), 400, {
        code: 'unknown_parameter',
        param: 'constructor',
      });
      expect(Object.prototype).not.toHaveProperty('x');
    });

    it('truncates a very long parameter name in the error', async () => {
      const answer = await patch(`{"${'k'.repeat(200_000)}":1}`);
      expectAnyProblem(answer);
      expect(answer.body.code).toBe('unknown_parameter');
      expect(answer.body.param).toMatch(/^k+…?$/);
    });

    it('refuses a missing body', async () => {
      for (const options of [{ raw: '' }, {}]) {
        const headers = { 'content-type': 'application/json' };
        const answer = await partner.patch('/account', undefined, { ...options, headers });
        expectProblem(answer, 400, { type: 'validation_error', code: 'invalid_parameter' });
      }
    });

    it('accepts a body of 256 KB and refuses one byte more', async () => {
      const exactly = (bytes: number) => `{"name":"${'x'.repeat(bytes - 11)}"}`;
      expectProblem(await patch(exactly(256 * 1024)), 400, { code: 'invalid_parameter', param: 'name' });
      expectProblem(await patch(exactly(256 * 1024 + 1)), 413, {
        type: 'invalid_request_error',
        code: 'body_too_large',
      });
    });
  });

  describe('in a form', () => {
    const send = (path: string, bytes: number) =>
      test.anonymous.post(path, undefined, {
        raw: `grant_type=${'x'.repeat(bytes - 11)}`,
        headers: formType,
      });

    it.each(['/oauth/token', '/oauth/revoke', '/oauth/authorize'])(
      'accepts 16 KB and refuses one byte more: %s',
      async (path) => {
        expect((await send(path, 16 * 1024)).status).not.toBe(413);
        const { status, text } = await send(path, 16 * 1024 + 1);
        expect(status, text).toBe(413);
      },
    );

    it('says the limit', async () => {
      const answer = await send('/oauth/token', 235_000);
      expectProblem(answer, 413, { code: 'body_too_large' });
      expect(answer.body.message).toBe('The form is larger than 16 KB.');
    });
  });

  describe('in a header', () => {
    const basic = (text: string | Uint8Array) => `Basic ${Buffer.from(text as string).toString('base64')}`;

    it.each([
      ['a NUL character', basic('a\0b:c')],
      ['an encoded NUL character', basic('a%00b:c')],
      ['an encoded NUL character in the secret', basic('a:b%00c')],
      ['broken encoding', basic('%zz:%')],
      ['no colon', basic('abc')],
      ['nothing', basic('')],
      ['broken UTF-8', basic(new Uint8Array([0xff, 0x3a, 0xfe]))],
      ['an encoded half of a surrogate pair', basic('%ed%a0%80:x')],
      ['a very long name', basic(`${'x'.repeat(8_000)}:y`)],
    ])('refuses client credentials with %s', async (_what, authorization) => {
      for (const path of ['/oauth/token', '/oauth/revoke']) {
        const headers = { authorization };
        const body = { grant_type: 'client_credentials', token: 'x' };
        expectAnyProblem(await test.anonymous.post(path, body, { headers }));
      }
    });

    it.each([
      'Bearer',
      'Bearer ',
      'Bearer a b',
      'Token abc',
      'Bearer é',
      `Bearer ${'x'.repeat(10_000)}`,
      'Bearer wb_production_at_x',
    ])('refuses Authorization: %s', async (authorization) => {
      const answer = await test.anonymous.get('/account', { headers: { authorization } });
      expectProblem(answer, 401, { type: 'authentication_error', code: 'invalid_token' });
    });
  });

  describe('in a path', () => {
    it.each(hostilePathSegments)('responds with 404 at %s', async (segment) => {
      for (const path of [`/account/${segment}`, `/${segment}`]) {
        const answer = await partner.get(path);
        expectProblem(answer, 404, { type: 'invalid_request_error', code: 'not_found' });
      }
    });

    it('does not match a path that only resembles a route', async () => {
      for (const path of [
        '/account/',
        '//account',
        '/Account',
        '/account;x=1',
        '/account%2f',
        '/./account%20',
      ]) {
        expectProblem(await partner.get(path), 404, { code: 'not_found' });
      }
    });
  });
});
