// /downloads: npm packages of the SDK and the partner CLI in the version of this server, so that partners need no
// registry (decision 0066). The list is a page, and JSON at /downloads/packages.json.
import type { EnvironmentName } from '../../config/environment-name.ts';
import { Problem } from '../../lib/problem.ts';
import { isVisit } from '../server/is-visit.ts';
import type { HttpServer } from '../server/server.ts';
import { pageHeaders, pagePolicy } from './content-security-policy.ts';
import { renderDownloads, renderMissingDownload } from './docs-page.ts';
import { installCommand, readDownloads } from './downloads.ts';
import { matchesTag } from './entity-tag.ts';
import { readGuides } from './guides.ts';

interface DownloadsOptions {
  readonly environment: EnvironmentName;
  /** Shown in the install commands. */
  readonly publicUrl: string;
}

export async function downloadsRoutes(
  app: HttpServer,
  { environment, publicUrl }: DownloadsOptions,
): Promise<void> {
  const entries = async () =>
    (await readDownloads()).map(({ bytes: _bytes, ...entry }) => ({
      ...entry,
      url: `${publicUrl}/downloads/${entry.file}`,
      install: installCommand(entry, publicUrl),
    }));

  app.get('/downloads', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .headers({ ...pageHeaders, 'content-security-policy': pagePolicy(), 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(renderDownloads(await readGuides(), environment, await entries()).toString()),
  );

  app.get('/downloads/packages.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send({ packages: await entries() }),
  );

  app.get<{ Params: { file: string } }>(
    '/downloads/:file',
    { schema: { hide: true } },
    async (request, reply) => {
      const downloads = await readDownloads();
      // The requested name is compared and never used as a path.
      const found = downloads.find(({ file }) => file === request.params.file);
      if (!found && isVisit(request))
        return reply
          .code(404)
          .headers({ ...pageHeaders, 'content-security-policy': pagePolicy(), 'cache-control': 'no-store' })
          .type('text/html; charset=utf-8')
          .send(renderMissingDownload(await readGuides(), environment, await entries()).toString());
      if (!found) {
        const files = downloads.map(({ file }) => `/downloads/${file}`).join(' and ');
        throw Problem.of('not_found', `There is no such file. This server has ${files}.`);
      }
      const tag = `"${found.integrity}"`;
      // Revalidated each time: two commits of one version may have different bytes under the same name.
      reply.headers({ 'cache-control': 'public, no-cache', etag: tag });
      if (matchesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
      return reply.type('application/gzip').send(found.bytes);
    },
  );
}
