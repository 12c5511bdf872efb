import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { type ListenTarget, listenWithAdvice } from './bind-port.ts';

async function listenErrorAt(place: ListenTarget): Promise<string> {
  const server = createServer();
  const listen = async () => {
    server.listen(place.port, place.host);
    await once(server, 'listening');
  };
  return listenWithAdvice(listen, place).then(
    () => 'none',
    (error: Error) => error.message,
  );
}

it('names the variable that sets the port if the port is in use', async () => {
  const taken = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  for (const variable of ['PORT', 'SANDBOX_PORT', 'METRICS_PORT'] as const) {
    const message = await listenErrorAt({ host: '127.0.0.1', port, variable });
    expect(message).toBe(
      `Port ${port} is in use. Stop the process that uses it, or set another port: ${variable}=${port + 100}`,
    );
  }
  taken.close();
});

it('names HOST if this machine does not have the address', async () => {
  // 192.0.2.0/24 is reserved for documentation (RFC 5737): no machine has such an address.
  for (const host of ['192.0.2.1', 'no such host'])
    expect(await listenErrorAt({ host, port: 0, variable: 'PORT' })).toContain(
      `HOST=${host} is not an address of this machine`,
    );
});
