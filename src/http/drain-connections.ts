// Ends connections when the server closes. Node closes those that are idle after a request and waits for all others, and from
// then on no time-out ends them: a connection on which nothing was ever sent, such as browsers and balancers open ahead of need, or one
// that drips its request, would keep the process until it is killed.
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** For requests that were under way. */
const patienceMillis = 5_000;

export function endConnections(app: FastifyInstance): void {
  /** Those that have sent no request yet. */
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
    const giveUp = setTimeout(() => app.server.closeAllConnections(), patienceMillis).unref();
    app.server.once('close', () => clearTimeout(giveUp));
  });
}
