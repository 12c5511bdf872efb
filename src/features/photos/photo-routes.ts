// GET /photos/{name}.jpg. Capability link: the name has 128 random bits and appears only in bookings and events.
import type { Context } from '../../context.ts';
import { filePolicy } from '../../http/server/security-headers.ts';
import type { HttpServer } from '../../http/server/server.ts';
import { Problem } from '../../lib/problem.ts';
import { photoPath } from './save-photo.ts';

const namePattern = /^([A-Za-z0-9_-]{22})\.jpg$/;

export async function photoRoutes(
  app: HttpServer,
  { context: { photos } }: { readonly context: Pick<Context, 'photos'> },
): Promise<void> {
  const route = photoPath(':name').replace(/:name\.jpg$/, ':file');
  app.get<{ Params: { file: string } }>(route, { schema: { hide: true } }, async (request, reply) => {
    const name = namePattern.exec(request.params.file)?.[1];
    const found = name === undefined ? null : await photos.find(name);
    if (found === null) throw Problem.of('not_found', 'No photo exists at this address.');
    // Partners embed the photos in their own pages.
    reply.header('cross-origin-resource-policy', 'cross-origin');
    if (found.kind === 'elsewhere')
      return reply.header('cache-control', 'private, max-age=60').redirect(found.url, 302);
    return reply
      .type('image/jpeg')
      .header('cache-control', 'private, max-age=31536000, immutable')
      .header('content-security-policy', filePolicy('sandbox'))
      .send(found.bytes);
  });
}
