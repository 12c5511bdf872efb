// TCP proxy whose target can be switched, like a database address that moves to a new primary.

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface SwitchableProxy {
  readonly port: number;
  /** New connections go to this port; open ones are cut. */
  switchTo(port: number): void;
  /** Stops forwarding in both directions without closing connections, like a pulled cable. */
  stopForwarding(): void;
  close(): Promise<void>;
}

export async function startSwitchableProxy(first: number): Promise<SwitchableProxy> {
  let target = first;
  let isSilent = false;
  const open = new Set<Socket>();
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
      if (isSilent) socket.pause();
      else socket.pipe(other);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    switchTo(port) {
      target = port;
      cut();
    },
    stopForwarding() {
      isSilent = true;
      for (const socket of open) socket.unpipe().pause();
    },
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
