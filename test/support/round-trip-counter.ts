// TCP proxy in front of PostgreSQL that counts round trips: the first data of a client after data of the server starts
// a new one. Statements sent together are one round trip. The data is not changed.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { ConnectionOptions } from '../../src/db/pool.ts';

export interface RoundTripCounter {
  /** Connection to the same database through the proxy. */
  readonly connection: ConnectionOptions;
  /** Round trips so far on all connections whose application_name has this prefix. */
  turns(applicationName: string): number;
  close(): Promise<void>;
}

interface ProxiedConnection {
  readonly socket: Socket;
  applicationName: string;
  turns: number;
  serverSpokeLast: boolean;
}

export async function startRoundTripCounter(target: ConnectionOptions): Promise<RoundTripCounter> {
  const connections: ProxiedConnection[] = [];
  const server = createServer((socket) => connections.push(relay(socket, target))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    connection: { ...target, host: '127.0.0.1', port },
    turns: (applicationName) =>
      connections
        .filter((proxied) => proxied.applicationName.startsWith(applicationName))
        .reduce((sum, { turns }) => sum + turns, 0),
    close: async () => {
      for (const { socket } of connections) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function relay(socket: Socket, { host = '', port = 5432 }: ConnectionOptions): ProxiedConnection {
  const proxied: ProxiedConnection = { socket, applicationName: '', turns: 0, serverSpokeLast: true };
  const upstream = connect(host.startsWith('/') ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port });
  socket.on('data', (chunk) => {
    // The first data is the start-up message: zero-terminated names and values.
    if (proxied.turns === 0)
      proxied.applicationName = /application_name\0([^\0]*)\0/.exec(String(chunk))?.[1] ?? '';
    if (proxied.serverSpokeLast) proxied.turns += 1;
    proxied.serverSpokeLast = false;
    upstream.write(chunk);
  });
  upstream.on('data', (chunk) => {
    proxied.serverSpokeLast = true;
    socket.write(chunk);
  });
  for (const [from, to] of [
    [socket, upstream],
    [upstream, socket],
  ] as const) {
    from.setNoDelay(true);
    from.on('close', () => to.destroy());
    from.on('error', () => to.destroy());
  }
  return proxied;
}
