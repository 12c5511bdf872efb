// deploy/haproxy.cfg as the only way in: TLS, redirects, forwarded headers, and the console under its own host name. The
// processes behind it are replaced by a server that returns the headers it received.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConnectionOptions, connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestCertificate } from '../support/certificates.ts';
import { freePort } from '../support/free-port.ts';
import { type Haproxy, startHaproxy } from '../support/haproxy.ts';

const folder = mkdtempSync(join(tmpdir(), 'waybill-proxy-'));
const { cert, key } = createTestCertificate({ hosts: ['api.example.com'] });
let backend: Server;
let proxy: Haproxy;
let tlsPort: number;

beforeAll(async () => {
  backend = createServer((incoming, response) =>
    response.end(JSON.stringify({ url: incoming.url, headers: incoming.headers })),
  );
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
  const api = `127.0.0.1:${(backend.address() as AddressInfo).port}`;
  const certificate = join(folder, 'certificate.pem');
  writeFileSync(certificate, `${cert}\n${key}\n`, { mode: 0o600 });
  tlsPort = await freePort();
  proxy = await startHaproxy([api, api], {
    TLS_LISTEN: `127.0.0.1:${tlsPort}`,
    TLS_CERTIFICATE: certificate,
    CONSOLE_HOST: 'console.example.com',
  });
});
afterAll(async () => {
  await proxy.stop();
  backend.close();
  backend.closeAllConnections();
  rmSync(folder, { recursive: true });
});

/** Protocol and cipher suite of a connection, or the alert of the proxy. */
function handshake(options: ConnectionOptions): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(
      { host: '127.0.0.1', port: tlsPort, ca: cert, servername: 'api.example.com', ...options },
      () => {
        resolve(`${socket.getProtocol()} ${socket.getCipher().standardName}`);
        socket.destroy();
      },
    );
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
}

interface Answer {
  readonly status: number;
  readonly location: string | undefined;
  readonly text: string;
}

function get(path: string, headers: Readonly<Record<string, string>>, isSecure: boolean): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(proxy.url);
    const tls = { host: '127.0.0.1', port: tlsPort, ca: cert, servername: 'api.example.com' };
    const options = isSecure ? { createConnection: () => connect(tls) } : { host: '127.0.0.1', port };
    request({ path, headers: { host: 'api.example.com', ...headers }, ...options }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          location: response.headers.location,
          text: Buffer.concat(chunks).toString(),
        }),
      );
    })
      .on('error', reject)
      .end();
  });
}

describe('the reverse proxy', () => {
  it('accepts TLS 1.2 and 1.3 only, with strong cipher suites', async () => {
    expect(await handshake({})).toBe('TLSv1.3 TLS_AES_256_GCM_SHA384');
    expect(await handshake({ maxVersion: 'TLSv1.2' })).toBe(
      'TLSv1.2 TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384',
    );
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    expect(await handshake(old)).toBe('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION');
    const weak = 'ECDHE-ECDSA-AES128-SHA:AES128-SHA@SECLEVEL=0';
    expect(await handshake({ maxVersion: 'TLSv1.2', ciphers: weak })).toMatch(/HANDSHAKE_FAILURE$/);
  });

  it('redirects pages to https and refuses the API over plain http', async () => {
    const page = await get('/track/abc?lang=es', {}, false);
    expect(page).toMatchObject({ status: 301, location: 'https://api.example.com/track/abc?lang=es' });
    for (const path of ['/console/bookings', '/portal', '/crew/', '/oauth/authorize?x=1', '/oauth/account'])
      expect((await get(path, {}, false)).status, path).toBe(301);
    for (const path of ['/bookings', '/oauth/token', '/operator/session', '/portal-like'])
      expect(await get(path, {}, false), path).toMatchObject({ status: 403, text: 'Use https.' });
    expect((await get('/bookings', {}, true)).status).toBe(200);
  });

  it('replaces the forwarded headers of clients by its own', async () => {
    const forged = {
      forwarded: 'for=203.0.113.9',
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
    };
    const { text } = await get('/bookings', forged, true);
    const { headers } = JSON.parse(text) as { headers: Record<string, string> };
    expect(headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' });
    expect(headers).not.toHaveProperty('x-forwarded-host');
    expect(headers).not.toHaveProperty('forwarded');
  });

  it('serves the console under its own host name only', async () => {
    const statuses = async (path: string) => [
      (await get(path, {}, true)).status,
      (await get(path, { host: 'console.example.com' }, true)).status,
    ];
    for (const path of ['/console', '/console/bookings', '/operator/session'])
      expect(await statuses(path), path).toEqual([404, 200]);
    for (const path of ['/bookings', '/portal', '/track/abc', '/crew/', '/oauth/authorize'])
      expect(await statuses(path), path).toEqual([200, 404]);
    expect(await statuses('/assets/page-1.css')).toEqual([200, 200]);
  });
});
