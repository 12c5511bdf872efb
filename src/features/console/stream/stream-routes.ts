// Route GET /operator/stream: server-sent events for open console pages.

import { operatorOf } from '../../../http/operator-middleware.ts';
import type { HttpServer } from '../../../http/server.ts';
import { openEventLine } from '../../../http/sse-connection.ts';
import { CONSOLE_GROUP, type ConsoleStreams } from './console-sse.ts';

export async function streamRoutes(app: HttpServer, { streams }: { streams: ConsoleStreams }): Promise<void> {
  app.addHook('preClose', async () => streams.drain());

  app.get(
    '/stream',
    {
      config: { role: 'viewer', isBeforeSecondFactor: true },
      schema: { hide: true },
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const { sessionId } = operatorOf(request);
      const close = streams.open(CONSOLE_GROUP, sessionId, () => openEventLine(reply));
      reply.raw.on('close', close);
      return reply;
    },
  );
}
