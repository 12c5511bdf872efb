// The load balancer with deploy/haproxy.cfg, from Debian's package.
import { fileURLToPath } from 'node:url';
import { startDebianProgram } from './debian-program.ts';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

const config = fileURLToPath(new URL('../../deploy/haproxy.cfg', import.meta.url));

export interface Haproxy {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** `variables`: further settings of deploy/haproxy.cfg, such as TLS_LISTEN. */
export async function startHaproxy(
  [one, two]: readonly [string, string],
  variables: Readonly<Record<string, string>> = {},
): Promise<Haproxy> {
  const listen = `127.0.0.1:${await freePort()}`;
  const { stop } = startDebianProgram(
    { name: 'HAProxy', command: 'haproxy', package: 'haproxy' },
    ['-db', '-f', config],
    { ...variables, LISTEN: listen, API_1: one, API_2: two },
  );
  const url = `http://${listen}`;
  // With TLS, plain http is refused as soon as the proxy listens.
  const isReady = () =>
    fetch(`${url}/ready`).then(
      ({ ok, status }) => ok || ('TLS_LISTEN' in variables && status === 403),
      () => false,
    );
  await until(isReady, (ready) => ready);
  return { url, stop };
}
