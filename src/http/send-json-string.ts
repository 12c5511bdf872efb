// Answers with JSON that is text already, as it was stored.
import type { FastifyReply } from 'fastify';
import { vendorMediaType } from './media-type.ts';

/** As bytes: the framework would measure a text, join it to the headers and write it out as three passes over it. */
export function sendJsonText(
  reply: Pick<FastifyReply, 'header' | 'send'>,
  text: string | Buffer,
  mediaType = vendorMediaType,
): FastifyReply {
  reply.header('content-type', mediaType);
  return reply.send(typeof text === 'string' ? Buffer.from(text) : text);
}
