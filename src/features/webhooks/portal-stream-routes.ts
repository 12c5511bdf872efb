// GET /portal/api/stream: server-sent events for open pages.
import { openEventLine } from '../../http/event-line.ts';
import type { HttpServer } from '../../http/server.ts';
import { visitorOf } from '../../http/visitor-surface.ts';
import type { ChangeStreams } from './change-streams.ts';

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
