// A line of server-sent events to one open page.
import type { FastifyReply } from 'fastify';

export interface StreamLine {
  /** false: the reader takes nothing any more, or too slowly. */
  write(text: string): boolean;
  end(): void;
}

/** A page needs the latest, not all of it: whoever lags this far behind comes back and looks again. */
const maxUnreadBytes = 64 * 1024;

/** From here on the answer is the line's. */
export function openEventLine(reply: FastifyReply): StreamLine {
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
