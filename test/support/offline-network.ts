// HTTP proxy between a phone's browser and the server that can be cut. Playwright's offline mode does not apply to
// service workers that start later; cutting the proxy does.
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface OfflineNetwork {
  /** URL of the proxy for the browser. */
  readonly server: string;
  /** Closes all connections and refuses new ones. */
  cut(): void;
  restore(): void;
  close(): Promise<void>;
}

export async function startOfflineNetwork(): Promise<OfflineNetwork> {
  let isCut = false;
  const server = createServer((incoming, outgoing) => {
    if (isCut) return incoming.socket.destroy();
    const { url = '', method, headers } = incoming;
    const upstream = request(url, { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
      response.on('error', () => outgoing.destroy()).pipe(outgoing);
    });
    upstream.on('error', () => outgoing.destroy());
    outgoing.on('close', () => upstream.destroy());
    incoming.on('error', () => upstream.destroy()).pipe(upstream);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    server: `http://127.0.0.1:${port}`,
    cut() {
      isCut = true;
      server.closeAllConnections();
    },
    restore() {
      isCut = false;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
