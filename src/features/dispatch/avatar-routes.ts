// GET /avatars/{name}.svg: the default `avatar_url` of crew members without a picture.
import type { HttpServer } from '../../http/server.ts';
import { Problem } from '../../lib/problem.ts';
import { avatarRoute, drawAvatar } from './avatar.ts';

const maxNameLength = 255;

export async function crewAvatarRoutes(app: HttpServer): Promise<void> {
  app.get<{ Params: { file: string } }>(avatarRoute, { schema: { hide: true } }, async (request, reply) => {
    const [, name] = /^(.+)\.svg$/s.exec(request.params.file) ?? [];
    if (name === undefined || name.length > maxNameLength)
      throw Problem.of('not_found', 'There is no such picture.');
    return reply
      .type('image/svg+xml')
      .header('cache-control', 'public, max-age=86400')
      .header('content-security-policy', "default-src 'none'")
      .send(drawAvatar(name));
  });
}
