// Closes connections when the server shuts down. Node closes idle keep-alive connections and waits for all others,
// without a time-out. A connection that never sent a request (preconnect of browsers and load balancers) or that sends
// one very slowly would keep the process alive until it is killed.
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { HttpListener } from './http-listener.ts';

/** Grace period for requests in progress. */
const graceMillis = 5_000;

export function drainConnectionsOnClose(app: FastifyInstance, listener: HttpListener): void {
  /** Sockets that have not sent a request yet. */
  const unused = new Set<Socket>();
  let isClosing = false;
  app.server.on('connection', (socket) => {
    if (isClosing) return void socket.destroy();
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }) => unused.delete(socket));
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of unused) socket.destroy();
    const timeout = setTimeout(() => app.server.closeAllConnections(), graceMillis).unref();
    app.server.once('close', () => clearTimeout(timeout));
    // The framework closes only what it has opened itself.
    await listener.close();
  });
}
