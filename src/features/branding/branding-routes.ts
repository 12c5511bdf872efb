// /branding: stylesheets and logos of live brandings. Public, same-origin files with immutable names: pages keep their strict
// content security policy, and caches keep the files.
import type { FastifyReply } from 'fastify';
import type { IdentityDatabase } from '../../db/identity-database.ts';
import { filePolicy } from '../../http/server/security-headers.ts';
import type { HttpServer } from '../../http/server/server.ts';
import { Problem } from '../../lib/problem.ts';
import { brandStylesheet, stylesheetColor } from './brand-palette.ts';
import { loadPublicLogo } from './branding-store.ts';
import { logoDigest } from './logo-file.ts';

export async function brandingRoutes(
  app: HttpServer,
  { identity }: { readonly identity: IdentityDatabase },
): Promise<void> {
  const send = (reply: FastifyReply, type: string, content: string | Buffer) =>
    reply
      .type(type)
      .headers({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': filePolicy('sandbox'),
        'cross-origin-resource-policy': 'same-origin',
      })
      .send(content);

  app.get<{ Params: { file: string } }>(
    '/branding/:file',
    { schema: { hide: true } },
    async (request, reply) => {
      const color = stylesheetColor(request.params.file);
      if (color === null) throw Problem.of('not_found', 'No stylesheet exists at this address.');
      return send(reply, 'text/css; charset=utf-8', brandStylesheet(color));
    },
  );

  app.get<{ Params: { file: string } }>(
    '/branding/logos/:file',
    { schema: { hide: true } },
    async (request, reply) => {
      const png = await loadPublicLogo(identity, logoDigest(request.params.file));
      if (png === null) throw Problem.of('not_found', 'No logo exists at this address.');
      return send(reply, 'image/png', png);
    },
  );
}
