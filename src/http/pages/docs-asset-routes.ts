// Files and pages of the documentation that are prepared once: compressed, and revalidated by clients with an ETag.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpServer } from '../server/server.ts';

export interface Asset {
  readonly type: string;
  readonly read: () => Promise<Buffer>;
}

export interface Prepared {
  readonly plain: Buffer;
  readonly gzipped: Buffer;
  readonly tag: string;
}

/** Loaded once, then kept in memory with its gzipped form. */
export function addAsset(app: HttpServer, path: string, { type, read }: Asset): void {
  let prepared: Promise<Prepared> | undefined;
  app.get(path, { schema: { hide: true } }, async (request, reply) => {
    prepared ??= read()
      .then(prepare)
      .catch((error: unknown) => {
        prepared = undefined;
        throw error;
      });
    reply.header('cache-control', 'public, max-age=300');
    return sendPrepared(request, reply, type, await prepared);
  });
}

export async function prepare(plain: Buffer): Promise<Prepared> {
  const tag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { plain, gzipped: await promisify(gzip)(plain), tag };
}

export function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  { plain, gzipped, tag }: Prepared,
) {
  reply.headers({ etag: tag, vary: 'accept-encoding' });
  if (request.headers['if-none-match'] === tag) return reply.code(304).send();
  reply.type(type);
  const acceptsGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  return acceptsGzip ? reply.header('content-encoding', 'gzip').send(gzipped) : reply.send(plain);
}
