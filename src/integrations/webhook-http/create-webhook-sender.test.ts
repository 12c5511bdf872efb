import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type NameAnswer, startNameServer } from '../../../test/support/dns-server.ts';
import { type Answering, startWebhookReceiver } from '../../../test/support/webhook-receiver.ts';
import { createWebhookSender, type SenderConfig, type SenderOptions } from './create-webhook-sender.ts';
import type { SendResult } from './webhook-sender.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

function senderWith(config: Partial<SenderConfig> = {}, options: SenderOptions = {}) {
  const developerConfig = {
    allowPrivate: ['127.0.0.0/8', '::1/128'],
    showsPrivateResponses: true,
    timeoutSeconds: 15,
  };
  const sender = createWebhookSender({ ...developerConfig, ...config }, options);
  ends.push(() => sender.close());
  const send = (url: string, body = '{"type":"webhook.test"}', signal?: AbortSignal): Promise<SendResult> =>
    sender.send({ url, headers: { 'content-type': 'application/json', 'webhook-id': 'abc' }, body }, signal);
  return { sender, send };
}

async function receiverThat(answer?: Answering) {
  const receiver = await startWebhookReceiver(answer);
  ends.push(() => receiver.close());
  return { ...receiver, url: `http://127.0.0.1:${receiver.port}/hook?team=7` };
}

async function bareServer(onConnection: (socket: Socket, count: number) => void) {
  let count = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    count += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    onConnection(socket, count);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, connections: () => count };
}

async function namesThat(answer: (name: string) => NameAnswer): Promise<SenderOptions> {
  const server = await startNameServer(answer);
  ends.push(() => server.close());
  return { nameServers: [server.address] };
}

describe('sending a webhook', () => {
  it('sends the body unchanged and returns the response', async () => {
    const receiver = await receiverThat((_request, response) => {
      response.writeHead(202, { 'content-type': 'text/plain', 'x-request-id': 'r1' }).end('Danke schön');
    });
    const result = await senderWith().send(receiver.url, '{"note":"Zoë ☕"}');
    expect(receiver.received).toMatchObject([
      { method: 'POST', path: '/hook?team=7', body: '{"note":"Zoë ☕"}', headers: { 'webhook-id': 'abc' } },
    ]);
    expect(result).toMatchObject({
      outcome: 'ok',
      error: null,
      remoteAddress: '127.0.0.1',
      retryAfterSeconds: null,
      response: { statusCode: 202, body: 'Danke schön', isBase64: false, isCut: false },
    });
    expect(result.response?.headers).toMatchObject({ 'content-type': 'text/plain', 'x-request-id': 'r1' });
    expect(result.durationMs).toBeGreaterThanOrEqual(0);
  });

  it('reuses the connection', async () => {
    const receiver = await receiverThat();
    const { send } = senderWith();
    for (let count = 0; count < 5; count += 1) expect((await send(receiver.url)).outcome).toBe('ok');
    expect(receiver.connections()).toBe(1);
  });

  it('ignores a proxy set in the environment', async () => {
    const proxy = await receiverThat();
    const receiver = await receiverThat();
    const before = process.env['HTTP_PROXY'];
    process.env['HTTP_PROXY'] = `http://127.0.0.1:${proxy.port}`;
    const { outcome } = await senderWith().send(receiver.url);
    if (before === undefined) delete process.env['HTTP_PROXY'];
    else process.env['HTTP_PROXY'] = before;
    expect(outcome).toBe('ok');
    expect(proxy.connections()).toBe(0);
  });

  it('does not follow redirects', async () => {
    const final = await receiverThat();
    const receiver = await receiverThat((_request, response) => {
      response.writeHead(301, { location: final.url }).end();
    });
    expect(await senderWith().send(receiver.url)).toMatchObject({
      outcome: 'http_error',
      error: 'The server responded with status 301. Redirects are not followed: register the final URL.',
      response: { statusCode: 301, headers: { location: final.url } },
    });
    expect(final.connections()).toBe(0);
  });

  const respondWith2xx = 'Respond with a 2xx status to confirm the delivery.';
  it.each([
    [200, 'ok', null],
    [204, 'ok', null],
    [299, 'ok', null],
    [304, 'http_error', `The server responded with status 304. ${respondWith2xx}`],
    [
      307,
      'http_error',
      'The server responded with status 307. Redirects are not followed: register the final URL.',
    ],
    [404, 'http_error', `The server responded with status 404. ${respondWith2xx}`],
    [410, 'gone', 'The server responded with status 410 (Gone): the endpoint no longer exists.'],
    [500, 'http_error', `The server responded with status 500. ${respondWith2xx}`],
  ])('maps the status %i to %s', async (status, outcome, error) => {
    const receiver = await receiverThat((_request, response) => void response.writeHead(status).end());
    expect(await senderWith().send(receiver.url)).toMatchObject({ outcome, error });
  });

  it('returns a valid Retry-After of the receiver', async () => {
    const values = ['120', new Date(Date.now() + 3_600_000).toUTCString(), 'in a while'];
    const receiver = await receiverThat((_request, response, count) => {
      response.writeHead(429, { 'retry-after': values[count - 1] }).end();
    });
    const { send } = senderWith();
    expect((await send(receiver.url)).retryAfterSeconds).toBe(120);
    const hour = (await send(receiver.url)).retryAfterSeconds;
    expect(hour).toBeGreaterThan(3_590);
    expect(hour).toBeLessThanOrEqual(3_600);
    expect((await send(receiver.url)).retryAfterSeconds).toBeNull();
  });

  it('retries immediately if the receiver had just closed the idle connection', async () => {
    const server = await bareServer((socket, count) => {
      socket.on('data', () => {
        // The first connection responds once and is reset at the next request, like one that was closed while idle.
        if (count === 1 && socket.bytesWritten > 0) socket.resetAndDestroy();
        else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
      });
    });
    const { send } = senderWith();
    expect((await send(server.url)).outcome).toBe('ok');
    expect((await send(server.url)).outcome).toBe('ok');
    expect(server.connections()).toBe(2);
  });

  it('does not retry on a new connection or after a response has begun', async () => {
    const fresh = await bareServer((socket) => socket.on('data', () => socket.resetAndDestroy()));
    const { send } = senderWith();
    expect(await send(fresh.url)).toMatchObject({
      outcome: 'reset',
      error: 'The server closed the connection before its response was complete.',
      response: null,
    });
    expect(fresh.connections()).toBe(1);
    const begun = await bareServer((socket) => {
      let requests = 0;
      socket.on('data', () => {
        requests += 1;
        if (requests === 1) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
        else socket.write('HTTP/1.1 200 O', () => socket.destroy());
      });
    });
    expect((await send(begun.url)).outcome).toBe('ok');
    expect((await send(begun.url)).outcome).toBe('reset');
    expect(begun.connections()).toBe(1);
  });

  it('does not send a request that was aborted while waiting for a connection', async () => {
    const answers: (() => void)[] = [];
    const receiver = await receiverThat((_request, response) => void answers.push(() => response.end()));
    const { send } = senderWith();
    const abandon = new AbortController();
    // More than the connection limit per host: the last requests wait.
    const sent = Array.from({ length: 130 }, (_, index) =>
      send(receiver.url, '{}', index < 128 ? undefined : abandon.signal),
    );
    await expect.poll(() => receiver.received.length).toBe(128);
    abandon.abort();
    expect(await Promise.all(sent.slice(128))).toMatchObject([{ outcome: 'reset' }, { outcome: 'reset' }]);
    for (const answer of answers.splice(0)) answer();
    expect((await Promise.all(sent.slice(0, 128))).every(({ outcome }) => outcome === 'ok')).toBe(true);
    expect(receiver.received).toHaveLength(128);
  });
});

describe('response', () => {
  it('is stored up to 8 KiB of text, without a partial character at its end', async () => {
    const receiver = await receiverThat((_request, response) => void response.end(`a${'ß'.repeat(8_000)}`));
    const { response } = await senderWith().send(receiver.url);
    expect(response).toMatchObject({ isBase64: false, isCut: true });
    expect(response?.body).toBe(`a${'ß'.repeat(4_095)}`);
  });

  it('of up to 64 KiB keeps the connection usable, a larger one closes it', async () => {
    const receiver = await receiverThat(
      (request, response) => void response.end('x'.repeat(Number(request.body))),
    );
    const { send } = senderWith();
    for (const size of ['8192', '8193', '65536', '10'])
      expect((await send(receiver.url, size)).response).toMatchObject({ isCut: Number(size) > 8_192 });
    expect(receiver.connections()).toBe(1);
    expect(await send(receiver.url, '70000')).toMatchObject({ outcome: 'ok', response: { isCut: true } });
    expect((await send(receiver.url, '10')).outcome).toBe('ok');
    expect(receiver.connections()).toBe(2);
  });

  it('of 50 MB is cut off instead of read', async () => {
    let written = 0;
    const part = Buffer.alloc(1_000_000, 'x');
    const receiver = await receiverThat(async (_request, response) => {
      while (written < 50_000_000 && !response.destroyed) {
        written += part.length;
        if (!response.write(part)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
      }
      response.end();
    });
    const { response, outcome } = await senderWith().send(receiver.url);
    expect(outcome).toBe('ok');
    expect(response?.body).toBe('x'.repeat(8_192));
    await expect.poll(() => receiver.sockets.size).toBe(0);
    expect(written).toBeLessThan(50_000_000);
  });

  it.each([
    ['bytes', Buffer.from([0xff, 0xfe, 0x00])],
    ['text with a NUL character, which the database cannot store', Buffer.from('a\0b')],
  ])('of %s is stored as base64', async (_what, bytes) => {
    const receiver = await receiverThat((_request, response) => void response.end(bytes));
    expect((await senderWith().send(receiver.url)).response).toMatchObject({
      isBase64: true,
      isCut: false,
      body: bytes.toString('base64'),
    });
  });

  it('is stored without cookies and credentials', async () => {
    const receiver = await receiverThat((_request, response) => {
      const secret = { 'set-cookie': 'a=1', authorization: 'Bearer x', 'www-authenticate': 'Basic' };
      response.writeHead(401, { ...secret, 'x-kept': ['a', 'b'] }).end();
    });
    const { response } = await senderWith().send(receiver.url);
    expect(Object.keys(response?.headers ?? {})).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/cookie|auth/)]),
    );
    expect(response?.headers['x-kept']).toBe('a, b');
  });

  it('of a private receiver is hidden unless the configuration allows it', async () => {
    const receiver = await receiverThat((_request, response) => {
      response.writeHead(500, { server: 'internal/1.0', 'retry-after': '9' }).end('stack trace');
    });
    expect(await senderWith({ showsPrivateResponses: false }).send(receiver.url)).toMatchObject({
      outcome: 'http_error',
      retryAfterSeconds: 9,
      response: { statusCode: 500, headers: {}, body: null },
    });
  });

  it('may be preceded by early hints', async () => {
    const server = await bareServer((socket) => {
      socket.on('data', () =>
        socket.write('HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n'),
      );
    });
    expect(await senderWith().send(server.url)).toMatchObject({
      outcome: 'ok',
      response: { statusCode: 204 },
    });
  });
});

describe('unresponsive receiver', () => {
  it('times out', async () => {
    const receiver = await receiverThat(() => {});
    expect(await senderWith({ timeoutSeconds: 2 }).send(receiver.url)).toMatchObject({
      outcome: 'timeout',
      error: 'The server did not respond within 2 s. Respond first and process the event afterwards.',
      remoteAddress: '127.0.0.1',
      response: null,
    });
    await expect.poll(() => receiver.sockets.size).toBe(0);
  });

  it('times out if its response is too slow', async () => {
    const server = await bareServer((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n');
        const drip = setInterval(() => socket.write('.'), 20);
        socket.once('close', () => clearInterval(drip));
      });
    });
    expect(await senderWith({ timeoutSeconds: 2 }).send(server.url)).toMatchObject({
      outcome: 'timeout',
      error:
        'The server did not complete its response within 2 s. Respond first and process the event afterwards.',
      response: { statusCode: 200, isCut: true, body: expect.stringMatching(/^\.+$/) },
    });
  });

  it('is aborted on shutdown', async () => {
    const receiver = await receiverThat(() => {});
    const stopping = new AbortController();
    const sent = senderWith().send(receiver.url, '{}', stopping.signal);
    await expect.poll(() => receiver.received.length).toBe(1);
    stopping.abort();
    expect(await sent).toMatchObject({
      outcome: 'reset',
      error: 'The request was aborted because Waybill is shutting down.',
    });
  });

  it('reports a refused connection', async () => {
    const receiver = await receiverThat();
    await receiver.close();
    ends.splice(0);
    expect(await senderWith().send(receiver.url)).toMatchObject({
      outcome: 'refused',
      error: `127.0.0.1, port ${receiver.port}, refused the connection. Check that the server is running and reachable from the internet.`,
    });
    expect(await senderWith().send(`http://localhost:${receiver.port}/`)).toMatchObject({
      outcome: 'refused',
    });
  });

  it.each([
    ['SSH-2.0-OpenSSH_9.6\r\n', /^The response is not valid HTTP\.$/],
    [`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`, /^The response headers are too large/],
    ['', /^The server closed the connection/],
  ])('reports an invalid HTTP response (%#)', async (text, error) => {
    const server = await bareServer((socket) => socket.once('data', () => socket.end(text)));
    const result = await senderWith().send(server.url);
    expect(result).toMatchObject({ outcome: 'reset', response: null });
    expect(result.error).toMatch(error);
  });

  it('reports a host name that does not resolve', async () => {
    const options = await namesThat((name) => (name === 'broken.example' ? 'failure' : 'unknown'));
    const { send } = senderWith({}, options);
    expect(await send('https://nowhere.example/')).toMatchObject({
      outcome: 'dns',
      error: 'The host name nowhere.example does not resolve. Check the URL and its DNS records.',
      remoteAddress: null,
    });
    expect(await send('https://broken.example/')).toMatchObject({
      outcome: 'dns',
      error:
        'The name servers returned no usable response for broken.example (ESERVFAIL). Check its DNS configuration.',
    });
  });

  it('does not delay other receivers while its name servers are silent', async () => {
    const receiver = await receiverThat();
    const options = await namesThat((name) => (name === 'silent.example' ? 'silence' : ['127.0.0.1']));
    const silent = senderWith({ timeoutSeconds: 2 }, options);
    const patient = senderWith({ timeoutSeconds: 60 }, options);
    const abandon = new AbortController();
    const held = Array.from({ length: 50 }, () =>
      patient.send('https://silent.example/', '{}', abandon.signal),
    );
    let isOneAnswered = false;
    for (const each of held) void each.then(() => (isOneAnswered = true));
    expect((await patient.send(`http://fine.example:${receiver.port}/`)).outcome).toBe('ok');
    expect(isOneAnswered).toBe(false);
    abandon.abort();
    await Promise.all(held);
    expect((await silent.send('https://silent.example/')).outcome).toBe('timeout');
  });
});
