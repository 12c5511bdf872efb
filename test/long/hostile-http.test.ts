import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, expectProblem } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type RawResponse, rawExchange, rawRequest } from '../support/raw-http.ts';
import { timeGoal } from '../support/scale.ts';

const slowestAnswerMillis = timeGoal(11_500);

describe('HTTP from broken or hostile clients', () => {
  let test: TestApp;
  let partner: ApiClient;
  beforeAll(async () => {
    test = await startTestApp();
    partner = await test.partner();
  });
  afterAll(async () => {
    expect(test.logged(), 'no unexpected failure was logged').not.toMatch(/unexpected failure|database/);
    await test.close();
  });

  const head = (method: string, ...headers: string[]) => [
    `${method} /account HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${partner.token}`,
    ...headers,
  ];
  const text = (lines: readonly string[]) => `${lines.join('\r\n')}\r\n\r\n`;
  const json = 'Content-Type: application/json';

  function onlyAnswer(answers: readonly RawResponse[]): RawResponse {
    expect(answers).toHaveLength(1);
    return answers[0] as RawResponse;
  }

  /** The slowest response of /health in milliseconds until `meanwhile` is settled. */
  async function slowestHealth(meanwhile: Promise<unknown>): Promise<number> {
    let slowest = 0;
    let over = false;
    void meanwhile.finally(() => {
      over = true;
    });
    while (!over) {
      const started = performance.now();
      expect((await fetch(`${test.baseUrl}/health`)).status).toBe(200);
      slowest = Math.max(slowest, performance.now() - started);
    }
    return slowest;
  }

  describe('bodies of 100 MB', () => {
    const megabyte = Buffer.alloc(1024 * 1024, 'x');
    function* hundredMegabytes(start: string, wrap: (part: Buffer) => Buffer) {
      yield start;
      for (let sent = 0; sent < 100; sent += 1) yield wrap(megabyte);
    }
    const chunk = (part: Buffer) =>
      Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]);

    it.each([
      ['with Content-Length', `Content-Length: ${100 * megabyte.length}`, (part: Buffer) => part],
      ['in chunks', 'Transfer-Encoding: chunked', chunk],
    ])('are refused, and the connection is closed: %s', async (_how, framing, wrap) => {
      const before = process.memoryUsage().rss;
      const exchange = rawExchange(test.baseUrl, {
        parts: hundredMegabytes(text(head('PATCH', json, framing)), wrap),
      });
      const slowest = await slowestHealth(exchange);
      const { answers, closed } = await exchange;
      expectProblem(onlyAnswer(answers), 413, { type: 'invalid_request_error', code: 'body_too_large' });
      expect(closed).toBe(true);
      expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024);
      expect(slowest, '/health stays fast').toBeLessThan(timeGoal(1_000));
    });

    // A proxy that is still sending would report a broken connection to its client instead.
    it('of up to 32 MB are read and discarded, and the connection stays open', async () => {
      const start = text(head('PATCH', json, `Content-Length: ${8 * megabyte.length}`));
      const next = text(head('GET'));
      const parts = [start, ...Array.from({ length: 8 }, () => megabyte), next];
      const { answers } = await rawExchange(test.baseUrl, { parts, answers: 2 });
      expect(answers.map(({ status }) => status)).toEqual([413, 200]);
    });

    it('are not read for callers without a token', async () => {
      const start = text(['PATCH /account HTTP/1.1', 'Host: x', json, 'Content-Length: 104857600']);
      const { answers } = await rawExchange(test.baseUrl, { parts: [start], answers: 1 });
      expectProblem(onlyAnswer(answers), 401, { code: 'invalid_token' });
    });
  });

  describe.concurrent('incomplete requests', () => {
    async function* drip(start: string, drop: string) {
      yield start;
      for (let sent = 0; sent < 60; sent += 1) {
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        yield drop;
      }
    }
    const timedOut = (answers: readonly RawResponse[]) =>
      expectProblem(onlyAnswer(answers), 408, { type: 'invalid_request_error', code: 'request_timeout' });

    it.each([
      ['a body that stops', () => [`${text(head('PATCH', json, 'Content-Length: 1000'))}{"name":`]],
      ['a body that drips', () => drip(text(head('PATCH', json, 'Content-Length: 1000')), ' ')],
      [
        'a chunked body that drips',
        () => drip(text(head('PATCH', json, 'Transfer-Encoding: chunked')), '1\r\n \r\n'),
      ],
      ['headers that stop', () => ['GET /account HTTP/1.1\r\nHost: localhost\r\n']],
      ['headers that drip', () => drip('GET /account HTTP/1.1\r\n', 'X-A: b\r\n')],
      ['nothing at all', () => []],
    ])('are refused with 408 after ten seconds at most: %s', async (_what, parts) => {
      const { answers, closed, millis } = await rawExchange(test.baseUrl, {
        parts: parts(),
      });
      timedOut(answers);
      expect(closed).toBe(true);
      expect(millis).toBeLessThan(slowestAnswerMillis);
    });
  });

  describe('malformed HTTP', () => {
    const broken = { type: 'validation_error', code: 'invalid_request' };
    it.each([
      ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
      ['an unknown protocol', 'GET /account HTTP/9.9\r\nHost: x\r\n\r\n'],
      ['HTTP/2 without TLS', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
      ['an unknown method', 'FROB /account HTTP/1.1\r\nHost: x\r\n\r\n'],
      ['no host', 'GET /account HTTP/1.1\r\n\r\n'],
      ['a header without a name', 'GET /account HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n'],
      ['a NUL in a header', 'GET /account HTTP/1.1\r\nHost: x\r\nX-A: a\0b\r\n\r\n'],
      ['a space before the colon', 'GET /account HTTP/1.1\r\nHost : x\r\n\r\n'],
      ['a length that is no number', 'PATCH /account HTTP/1.1\r\nHost: x\r\nContent-Length: many\r\n\r\n'],
      [
        'two lengths',
        'PATCH /account HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}',
      ],
      [
        'a length and chunks',
        'PATCH /account HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      ],
    ])('gets a response in the standard error format: %s', async (_what, bytes) => {
      const { answers, closed } = await rawExchange(test.baseUrl, { parts: [Buffer.from(bytes, 'latin1')] });
      expectProblem(onlyAnswer(answers), 400, broken);
      expect(answers[0]?.headers.get('x-request-id')).toBeTruthy();
      expect(closed).toBe(true);
    });

    it('closes the connection after a valid request', async () => {
      const parts = [text(head('GET')), 'nonsense\r\n\r\n'];
      const { answers, closed } = await rawExchange(test.baseUrl, { parts });
      expect(answers.length).toBeGreaterThanOrEqual(1);
      expect(answers.every(({ status }) => status === 200 || status === 400)).toBe(true);
      expect(closed).toBe(true);
    });

    it('refuses a chunk whose size is not a number', async () => {
      const start = text(head('PATCH', json, 'Transfer-Encoding: chunked'));
      const { answers, closed } = await rawExchange(test.baseUrl, { parts: [start, 'zz\r\n{}\r\n'] });
      expectProblem(onlyAnswer(answers), 400, broken);
      expect(closed).toBe(true);
    });

    it('refuses headers of 64 KB', async () => {
      const { answers, closed } = await rawExchange(test.baseUrl, {
        parts: [text(head('GET', `X-Long: ${'x'.repeat(64 * 1024)}`))],
      });
      expectProblem(onlyAnswer(answers), 431, { type: 'invalid_request_error', code: 'headers_too_large' });
      expect(closed).toBe(true);
    });

    it('refuses a URL of 64 KB', async () => {
      const { answers } = await rawExchange(test.baseUrl, {
        parts: [`GET /${'x'.repeat(64 * 1024)} HTTP/1.1\r\nHost: x\r\n\r\n`],
      });
      expectProblem(onlyAnswer(answers), 431, { code: 'headers_too_large' });
    });

    it('ignores unknown Expect values and Upgrade requests', async () => {
      const answers = [
        await rawRequest(test.baseUrl, head('GET', 'Expect: miracles')),
        await rawRequest(test.baseUrl, head('GET', 'Connection: Upgrade', 'Upgrade: websocket')),
        await rawRequest(test.baseUrl, head('GET', 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c')),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    });

    it('refuses request targets outside this service', async () => {
      const star = await rawRequest(test.baseUrl, ['OPTIONS * HTTP/1.1', 'Host: x']);
      const foreign = await rawRequest(test.baseUrl, ['GET http://elsewhere.example/x HTTP/1.1', 'Host: x']);
      // The asterisk form addresses the root of the server, which permits GET but not OPTIONS.
      expectProblem(star, 405, { code: 'method_not_allowed' });
      expectProblem(foreign, 404, { code: 'not_found' });
    });
  });

  it('does not log the disconnect of a client as a database failure', async () => {
    const headers = [json, 'Content-Length: 1000', 'X-Request-Id: hung-up', 'Expect: 100-continue'];
    // Waits for 100 Continue, so that the request is in progress when the client disconnects.
    const { answers } = await rawExchange(test.baseUrl, {
      parts: [text(head('PATCH', ...headers))],
      answers: 1,
    });
    expect(answers.map(({ status }) => status)).toEqual([100]);
    await expect.poll(() => test.logged()).toContain('hung-up');
    const line = test
      .logged()
      .split('\n')
      .filter((entry) => entry.includes('hung-up'));
    expect(line.join()).not.toMatch(/database|"status":5/);
  });
});
