// GET /sandbox/avatars/{name}.svg: the `avatar_url` of simulated crew members.
import { findSyntheticName } from '../../domain/synthetic-crew.ts';
import type { HttpServer } from '../../http/server.ts';
import { Problem } from '../../lib/problem.ts';
import { drawAvatar } from '../dispatch/avatar.ts';
import { avatarRoute } from './avatar.ts';

export async function avatarRoutes(app: HttpServer): Promise<void> {
  app.get<{ Params: { file: string } }>(avatarRoute, { schema: { hide: true } }, async (request, reply) => {
    const name = findSyntheticName(request.params.file.replace(/\.svg$/, ''));
    if (name === undefined) throw Problem.of('not_found', 'There is no such picture.');
    return reply
      .type('image/svg+xml')
      .header('cache-control', 'public, max-age=86400')
      .header('content-security-policy', "default-src 'none'")
      .send(drawAvatar(name));
  });
}
