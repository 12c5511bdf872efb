// Route GET /operator/stream: server-sent events for open console pages.

import type { HttpServer } from '../../../http/server/server.ts';
import { openSseConnection } from '../../../http/server/sse-connection.ts';
import { operatorOf } from '../../../http/surfaces/operator-middleware.ts';
import { CONSOLE_GROUP, type ConsoleSse } from './console-sse.ts';

export async function streamRoutes(app: HttpServer, { streams }: { streams: ConsoleSse }): Promise<void> {
  app.addHook('preClose', async () => streams.drain());

  app.get(
    '/stream',
    {
      config: { role: 'viewer', isPassive: true },
      schema: { hide: true },
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const { sessionHash } = operatorOf(request);
      const close = streams.open(CONSOLE_GROUP, sessionHash, () => openSseConnection(reply));
      reply.raw.on('close', close);
      return reply;
    },
  );
}
