// Routes that receive an image as request body.
import type { FastifyRequest } from 'fastify';
import type { HttpServer } from './server.ts';

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'];

/** Slightly above the photo limit of 15 MB, so that a larger photo gets the specific error and not 413. */
export const imageBodyLimit = 16 * 1024 ** 2;

/** For a scope of its own: its routes accept only images. */
export function acceptImagesOnly(app: HttpServer): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    imageTypes,
    { parseAs: 'buffer', bodyLimit: imageBodyLimit },
    async (_request: unknown, body: Buffer) => body,
  );
}

/** Empty if the request has no body. */
export function imageOf({ body }: FastifyRequest): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}
