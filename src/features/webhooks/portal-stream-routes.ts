// GET /portal/api/stream: server-sent events for open pages.
import type { FastifyReply } from 'fastify';
import type { HttpServer } from '../../http/server.ts';
import { visitorOf } from '../../http/visitor-surface.ts';
import type { ChangeStreams, StreamLine } from './change-streams.ts';

/** A page needs the latest, not all of it: whoever lags this far behind comes back and looks again. */
const maxUnreadBytes = 64 * 1024;

export async function portalStreamRoutes(
  app: HttpServer,
  { streams }: { streams: ChangeStreams },
): Promise<void> {
  app.addHook('preClose', async () => streams.drain());

  app.get('/portal/api/stream', { exposeHeadRoute: false }, async (request, reply) => {
    const { accountId, sessionId } = visitorOf(request);
    const close = streams.open(accountId, sessionId, () => openLine(reply));
    reply.raw.on('close', close);
    return reply;
  });
}

function openLine(reply: FastifyReply): StreamLine {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    // For proxies that would rather collect than pass on.
    'x-accel-buffering': 'no',
  });
  return {
    write: (text) => {
      if (raw.destroyed) return false;
      raw.write(text);
      return raw.writableLength <= maxUnreadBytes;
    },
    end: () => {
      // What such a reader has not taken by now it never will.
      if (raw.writableLength > maxUnreadBytes) raw.destroy();
      else raw.end();
    },
  };
}
