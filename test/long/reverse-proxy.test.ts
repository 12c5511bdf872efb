// The reverse proxies of deploy/ as the only way in: TLS, redirects, forwarded headers, streams, and the console under its
// own host name. The processes behind them are replaced by a server that returns the headers it received.
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ConnectionOptions, connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestCertificate } from '../support/certificates.ts';
import { type TlsProxy, tlsProxies } from '../support/tls-proxies.ts';
import { until } from '../support/until.ts';

const hosts = ['api.example.com', 'sandbox.example.com', 'console.example.com'];
const certificate = createTestCertificate({ hosts });
const { cert } = certificate;

/** The process behind the proxy. "/stream" sends one event and stays open; "/lost" ends without an answer. */
function startBackend(lost: string[]): Server {
  return createServer((incoming, response) => {
    if (incoming.url === '/lost') {
      lost.push(incoming.method ?? '');
      incoming.socket.destroy();
      return;
    }
    if (incoming.url !== '/stream') {
      response.end(JSON.stringify({ url: incoming.url, headers: incoming.headers }));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
    response.write('data: first\n\n');
  });
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

class ProxyClient {
  readonly #proxy: TlsProxy;

  constructor(proxy: TlsProxy) {
    this.#proxy = proxy;
  }

  stop(): Promise<void> {
    return this.#proxy.stop();
  }

  /** Protocol and cipher suite of a connection, or the alert of the proxy. */
  handshake(options: ConnectionOptions): Promise<string> {
    return new Promise((resolve) => {
      const socket = this.#connect(options);
      socket.on('secureConnect', () => {
        resolve(`${socket.getProtocol()} ${socket.getCipher().standardName}`);
        socket.destroy();
      });
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    });
  }

  async get(
    path: string,
    headers: Readonly<Record<string, string>>,
    isSecure: boolean,
    method = 'GET',
  ): Promise<Answer> {
    const response = await this.open(path, headers, isSecure, method);
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    const { statusCode: status = 0, headers: received } = response;
    return { status, headers: received, text: Buffer.concat(chunks).toString() };
  }

  open(
    path: string,
    headers: Readonly<Record<string, string>>,
    isSecure: boolean,
    method = 'GET',
  ): Promise<IncomingMessage> {
    const host = headers['host'] ?? 'api.example.com';
    const target = isSecure
      ? { createConnection: () => this.#connect({ servername: host }) }
      : { host: '127.0.0.1', port: this.#proxy.httpPort };
    return new Promise((resolve, reject) => {
      request({ method, path, headers: { ...headers, host }, ...target }, resolve)
        .on('error', reject)
        .end();
    });
  }

  #connect(options: ConnectionOptions) {
    const { tlsPort: port } = this.#proxy;
    return connect({ host: '127.0.0.1', port, ca: cert, servername: 'api.example.com', ...options });
  }
}

describe.each(Object.entries(tlsProxies))('the reverse proxy %s', (name, startProxy) => {
  let backend: Server;
  let proxy: ProxyClient;
  const lost: string[] = [];

  beforeAll(async () => {
    backend = startBackend(lost).listen(0, '127.0.0.1');
    await once(backend, 'listening');
    const api = `127.0.0.1:${(backend.address() as AddressInfo).port}`;
    proxy = new ProxyClient(await startProxy([api, api], certificate));
    await until(
      () => proxy.get('/', {}, true),
      ({ status }) => status === 200,
    );
  });
  afterAll(async () => {
    await proxy.stop();
    backend.close();
    backend.closeAllConnections();
  });

  it('accepts TLS 1.2 and 1.3 only, with strong cipher suites', async () => {
    expect(await proxy.handshake({})).toMatch(/^TLSv1\.3 TLS_(?:AES_\d+_GCM|CHACHA20_POLY1305)_SHA\d+$/);
    expect(await proxy.handshake({ maxVersion: 'TLSv1.2' })).toMatch(
      /^TLSv1\.2 TLS_ECDHE_ECDSA_WITH_(?:AES_\d+_GCM|CHACHA20_POLY1305)_SHA\d+$/,
    );
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    expect(await proxy.handshake(old)).toBe('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION');
    const weak = 'ECDHE-ECDSA-AES128-SHA:AES128-SHA@SECLEVEL=0';
    expect(await proxy.handshake({ maxVersion: 'TLSv1.2', ciphers: weak })).toMatch(/HANDSHAKE_FAILURE$/);
  });

  it('redirects pages to https and refuses the API over plain http', async () => {
    const page = await proxy.get('/track/abc?lang=es', {}, false);
    expect(page).toMatchObject({
      status: 301,
      headers: { location: 'https://api.example.com/track/abc?lang=es' },
    });
    for (const path of ['/console/bookings', '/portal', '/crew/', '/oauth/authorize?x=1', '/oauth/account'])
      expect((await proxy.get(path, {}, false)).status, path).toBe(301);
    for (const path of ['/bookings', '/oauth/token', '/operator/session', '/portal-like'])
      expect(await proxy.get(path, {}, false), path).toMatchObject({ status: 403, text: 'Use https.' });
    expect((await proxy.get('/bookings', {}, true)).status).toBe(200);
  });

  it('replaces the forwarded headers of clients by its own', async () => {
    const forged = {
      forwarded: 'for=203.0.113.9',
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
    };
    const { text } = await proxy.get('/bookings', forged, true);
    const { headers } = JSON.parse(text) as { headers: Record<string, string> };
    expect(headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' });
    expect(headers).not.toHaveProperty('x-forwarded-host');
    expect(headers).not.toHaveProperty('forwarded');
  });

  it('serves the console under its own host name only', async () => {
    const statuses = async (path: string) => [
      (await proxy.get(path, {}, true)).status,
      (await proxy.get(path, { host: 'console.example.com' }, true)).status,
    ];
    for (const path of ['/console', '/console/bookings', '/operator/session'])
      expect(await statuses(path), path).toEqual([404, 200]);
    for (const path of ['/bookings', '/portal', '/track/abc', '/crew/', '/oauth/authorize'])
      expect(await statuses(path), path).toEqual([200, 404]);
    expect(await statuses('/assets/page-1.css')).toEqual([200, 200]);
  });

  it('passes events of a stream on at once', async () => {
    const stream = await proxy.open('/stream', {}, true);
    const [first] = (await once(stream, 'data')) as [Buffer];
    expect(first.toString()).toBe('data: first\n\n');
    stream.destroy();
  });

  it('does not repeat a change that a process may have made', async () => {
    for (const method of ['POST', 'PATCH', 'DELETE']) {
      const { status, text } = await proxy.get('/lost', {}, true, method);
      expect([502, 503], method).toContain(status);
      expect(JSON.parse(text).message, method).toContain('Idempotency-Key');
      // A proxy may avoid a process for a second after a failure.
      await until(
        () => proxy.get('/', {}, true),
        (answer) => answer.status === 200,
      );
    }
    expect(lost).toEqual(['POST', 'PATCH', 'DELETE']);
  });

  // nginx refuses large bodies itself; the others pass them on.
  if (name === 'nginx')
    it('refuses a body that is too large in the format of the API', async () => {
      const length = { 'content-length': String(18 * 1024 ** 2) };
      const { status, headers, text } = await proxy.get('/bookings', length, true, 'POST');
      expect(status).toBe(413);
      expect(headers['content-type']).toBe('application/vnd.service+json;version=2');
      expect(JSON.parse(text)).toMatchObject({ type: 'invalid_request_error', code: 'body_too_large' });
    });

  it('responds 503 in the format of the API if no process runs', async () => {
    backend.close();
    backend.closeAllConnections();
    await once(backend, 'close');
    const { headers, text } = await until(
      () => proxy.get('/bookings', {}, true),
      (answer) => answer.status === 503,
    );
    expect(headers).toMatchObject({
      'content-type': 'application/vnd.service+json;version=2',
      'retry-after': '1',
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^[\w-]{32,36}$/),
    });
    expect(JSON.parse(text)).toMatchObject({ type: 'api_error', code: 'service_unavailable', param: null });
  });
});
