// Drawn avatars, the default `avatar_url` of crew members: GET /avatars/{name}.svg and, for simulated crews,
// GET /sandbox/avatars/{name}.svg.
import { findSyntheticName } from '../../domain/sandbox/synthetic-crew.ts';
import type { HttpServer } from '../../http/server/server.ts';
import { Problem } from '../../lib/problem.ts';
import { avatarPath, drawAvatar, simulatedAvatarPath } from './avatar.ts';

const maxNameLength = 255;

export function avatarRoutes(app: HttpServer): void {
  addAvatars(app, avatarPath, (name) => (name.length > maxNameLength ? undefined : name));
}

export function simulatedAvatarRoutes(app: HttpServer): void {
  addAvatars(app, simulatedAvatarPath, findSyntheticName);
}

function addAvatars(
  app: HttpServer,
  path: string,
  findName: (requested: string) => string | undefined,
): void {
  app.get<{ Params: { file: string } }>(
    `${path}/:file`,
    { schema: { hide: true } },
    async (request, reply) => {
      const [, requested = ''] = /^(.+)\.svg$/s.exec(request.params.file) ?? [];
      const name = findName(requested);
      if (!name) throw Problem.of('not_found', 'There is no such picture.');
      return reply
        .type('image/svg+xml')
        .header('cache-control', 'public, max-age=86400')
        .send(drawAvatar(name));
    },
  );
}
