// Sends JSON that is already serialized.
import type { FastifyReply } from 'fastify';
import { vendorMediaType } from './media-type.ts';

/** As a buffer: for a string, the framework would measure, concatenate and encode it in three passes. */
export function sendJsonString(
  reply: Pick<FastifyReply, 'header' | 'send'>,
  text: string | Buffer,
  mediaType = vendorMediaType,
): FastifyReply {
  reply.header('content-type', mediaType);
  return reply.send(typeof text === 'string' ? Buffer.from(text) : text);
}
