// Route GET /portal/api/stream: server-sent events for open portal pages.

import { visitorOf } from '../../http/portal-middleware.ts';
import type { HttpServer } from '../../http/server.ts';
import { openEventLine } from '../../http/sse-connection.ts';
import type { ChangeStreams } from './portal-sse.ts';

export async function portalStreamRoutes(
  app: HttpServer,
  { streams }: { streams: ChangeStreams },
): Promise<void> {
  app.addHook('preClose', async () => streams.drain());

  app.get('/portal/api/stream', { exposeHeadRoute: false }, async (request, reply) => {
    const { accountId, sessionId } = visitorOf(request);
    const close = streams.open(accountId, sessionId, () => openEventLine(reply));
    reply.raw.on('close', close);
    return reply;
  });
}
