// Server-sent events (SSE) connection to one open page.
import type { FastifyReply } from 'fastify';

export interface SseConnection {
  /** Returns false if the connection is closed or the reader is too slow. */
  write(text: string): boolean;
  end(): void;
}

/** Pages need the latest state, not every event: a reader this far behind is disconnected, reconnects and reloads. */
const maxBufferedBytes = 64 * 1024;

/** Takes over the response: the framework sends nothing more. */
export function openSseConnection(reply: FastifyReply): SseConnection {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    // Disables response buffering of nginx and compatible proxies.
    'x-accel-buffering': 'no',
  });
  return {
    write: (text) => {
      if (raw.destroyed) return false;
      raw.write(text);
      return raw.writableLength <= maxBufferedBytes;
    },
    end: () => {
      // A reader this slow would not receive the rest anyway.
      if (raw.writableLength > maxBufferedBytes) raw.destroy();
      else raw.end();
    },
  };
}
