// Webhook receiver on the loopback interface, with or without TLS, that counts connections.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { TestCertificate } from './certificates.ts';

export interface ReceivedWebhook {
  readonly path: string;
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface WebhookReceiver {
  readonly port: number;
  readonly received: readonly ReceivedWebhook[];
  /** Number of connections opened so far. */
  readonly connections: () => number;
  /** Connections open now. */
  readonly sockets: ReadonlySet<Socket>;
  close(): Promise<void>;
}

export type Answering = (
  request: ReceivedWebhook,
  response: ServerResponse,
  count: number,
) => void | Promise<void>;

export async function startWebhookReceiver(
  respond: Answering = (_request, response) => void response.end(),
  { tls, address = '127.0.0.1' }: { tls?: TestCertificate; address?: string } = {},
): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const handle = async (message: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk as Buffer);
    const { url: path = '', method = '', headers } = message;
    const request = { path, method, headers, body: Buffer.concat(chunks).toString() };
    received.push(request);
    await respond(request, response, received.length);
  };
  const listener = (message: IncomingMessage, response: ServerResponse) => {
    handle(message, response).catch((error: Error) => response.destroy(error));
  };
  const server = tls ? createSecureServer(tls, listener) : createServer(listener);
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, address);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    received,
    connections: () => connections,
    sockets,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Listen address that covers all addresses of this machine, of both families if it has both. */
export function everyAddress(): string {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return own.some(({ family }) => family === 'IPv6') ? '::' : '0.0.0.0';
}
