// The load balancer with deploy/haproxy.cfg, from Debian's package.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { canInstall, installFromDebian, isExecutable, onPath } from './debian-install.ts';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

const config = fileURLToPath(new URL('../../deploy/haproxy.cfg', import.meta.url));
const find = () => [...onPath('haproxy'), '/usr/sbin/haproxy'].find(isExecutable);

export interface Haproxy {
  readonly url: string;
  stop(): Promise<void>;
}

/** `variables`: further settings of deploy/haproxy.cfg, such as TLS_LISTEN. */
export async function startHaproxy(
  [one, two]: readonly [string, string],
  variables: Readonly<Record<string, string>> = {},
): Promise<Haproxy> {
  if (!find() && canInstall())
    installFromDebian({
      name: 'HAProxy',
      check: 'command -v haproxy >/dev/null',
      install: 'apt-get install -y -qq --no-install-recommends haproxy',
    });
  const program = find();
  if (!program) throw new Error('This test needs HAProxy: apt-get install haproxy');
  const listen = `127.0.0.1:${await freePort()}`;
  const child = spawn(program, ['-db', '-f', config], {
    env: { ...process.env, ...variables, LISTEN: listen, API_1: one, API_2: two },
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  const url = `http://${listen}`;
  // With TLS, plain http is refused as soon as the proxy listens.
  const isReady = () =>
    fetch(`${url}/ready`).then(
      ({ ok, status }) => ok || ('TLS_LISTEN' in variables && status === 403),
      () => false,
    );
  await until(isReady, (ready) => ready);
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
