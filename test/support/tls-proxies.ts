// The reverse proxies of deploy/ with TLS, in front of two processes. Host names as in the tests: api.example.com,
// sandbox.example.com and console.example.com.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestCertificate } from './certificates.ts';
import { startDebianProgram } from './debian-program.ts';
import { freePort } from './free-port.ts';
import { startHaproxy } from './haproxy.ts';
import { until } from './until.ts';

export interface TlsProxy {
  readonly httpPort: number;
  readonly tlsPort: number;
  readonly stop: () => Promise<void>;
}

/** `one` and `two` are host:port. */
type StartProxy = (processes: readonly [string, string], certificate: TestCertificate) => Promise<TlsProxy>;

const inDeploy = (name: string) => fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url));

function writeFiles({ cert, key }: TestCertificate) {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-proxy-'));
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    return join(folder, name);
  };
  return {
    folder,
    write,
    chain: write('chain.pem', cert),
    key: write('key.pem', key),
    both: write('both.pem', `${cert}\n${key}\n`),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

const haproxy: StartProxy = async (processes, certificate) => {
  const files = writeFiles(certificate);
  const tlsPort = await freePort();
  const proxy = await startHaproxy(processes, {
    TLS_LISTEN: `127.0.0.1:${tlsPort}`,
    TLS_CERTIFICATE: files.both,
    CONSOLE_HOST: 'console.example.com',
  });
  const stop = async () => {
    await proxy.stop();
    files.remove();
  };
  return { httpPort: Number(new URL(proxy.url).port), tlsPort, stop };
};

const caddy: StartProxy = async ([one, two], certificate) => {
  const files = writeFiles(certificate);
  const [httpPort, tlsPort] = [await freePort(), await freePort()];
  const { stop } = startDebianProgram(
    { name: 'Caddy', command: 'caddy', package: 'caddy' },
    ['run', '--config', inDeploy('Caddyfile'), '--adapter', 'caddyfile'],
    {
      API_HOST: 'api.example.com',
      SANDBOX_HOST: 'sandbox.example.com',
      CONSOLE_HOST: 'console.example.com',
      API: `${one} ${two}`,
      SANDBOX: two,
      HTTP_PORT: String(httpPort),
      HTTPS_PORT: String(tlsPort),
      TLS_FILES: `${files.chain} ${files.key}`,
      XDG_DATA_HOME: files.folder,
      XDG_CONFIG_HOME: files.folder,
    },
  );
  return whenListening({ httpPort, tlsPort, stop }, files);
};

const nginx: StartProxy = async ([one, two], certificate) => {
  const files = writeFiles(certificate);
  const [httpPort, tlsPort] = [await freePort(), await freePort()];
  const site = [
    ['listen 80;', `listen 127.0.0.1:${httpPort};`],
    ['listen 443 ssl', `listen 127.0.0.1:${tlsPort} ssl`],
    ['127.0.0.1:3000', one],
    ['# server 127.0.0.1:4000', `server ${two}`],
    ['127.0.0.1:3001', two],
    ['/etc/ssl/waybill/fullchain.pem', files.chain],
    ['/etc/ssl/waybill/privkey.pem', files.key],
  ].reduce(
    (text, [from = '', to = '']) => {
      if (!text.includes(from)) throw new Error(`deploy/nginx.conf does not contain ${from}`);
      return text.replace(from, to);
    },
    readFileSync(inDeploy('nginx.conf'), 'utf8'),
  );
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(files.folder, kind)};`,
  );
  const main = files.write(
    'nginx.conf',
    `daemon off; master_process off; pid ${join(files.folder, 'pid')}; error_log ${join(files.folder, 'error.log')};
     events {}
     http { access_log off; ${temporary.join(' ')} include ${files.write('waybill.conf', site)}; }`,
  );
  const program = { name: 'nginx', command: 'nginx', package: 'nginx-light' };
  const { stop } = startDebianProgram(program, ['-c', main, '-p', files.folder]);
  return whenListening({ httpPort, tlsPort, stop }, files);
};

/** Plain http is refused as soon as the proxy listens. */
async function whenListening(
  { httpPort, tlsPort, stop }: TlsProxy,
  files: { readonly remove: () => void },
): Promise<TlsProxy> {
  const status = () =>
    fetch(`http://127.0.0.1:${httpPort}/bookings`).then(
      (response) => response.status,
      () => null,
    );
  await until(status, (answered) => answered === 403);
  return {
    httpPort,
    tlsPort,
    stop: async () => {
      await stop();
      files.remove();
    },
  };
}

export const tlsProxies: Readonly<Record<string, StartProxy>> = { haproxy, caddy, nginx };
