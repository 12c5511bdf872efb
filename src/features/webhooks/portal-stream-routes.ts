// Route GET /portal/api/stream: server-sent events for open portal pages.

import type { HttpServer } from '../../http/server/server.ts';
import { openSseConnection } from '../../http/server/sse-connection.ts';
import { portalPrincipalOf } from '../../http/surfaces/portal-middleware.ts';
import type { PortalSseHub } from './portal-sse.ts';

export async function portalStreamRoutes(
  app: HttpServer,
  { streams }: { streams: PortalSseHub },
): Promise<void> {
  app.addHook('preClose', async () => streams.drain());

  app.get('/portal/api/stream', { exposeHeadRoute: false }, async (request, reply) => {
    const { accountId, sessionId } = portalPrincipalOf(request);
    const close = streams.open(accountId, sessionId, () => openSseConnection(reply));
    reply.raw.on('close', close);
    return reply;
  });
}
