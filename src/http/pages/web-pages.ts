// Serves the single-page applications built by Vite under one strict policy: nothing inline, nothing from other hosts.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../lib/problem.ts';
import type { HttpServer } from '../server/server.ts';
import { pageHeaders, pagePolicy } from './content-security-policy.ts';
import { type BuiltFiles, sendFile } from './static-files.ts';

/** Each application handles all paths under its own, except those of its API. */
const pages: readonly { readonly path: string; readonly file: string; readonly showsPictures: boolean }[] = [
  { path: '/portal', file: 'portal.html', showsPictures: false },
  { path: '/console', file: 'console.html', showsPictures: true },
];

export interface WebPagesOptions {
  readonly files: BuiltFiles;
  /** Additional image sources for photos and map tiles. */
  readonly pictureHosts?: readonly string[];
}

export async function webPages(
  app: HttpServer,
  { files, pictureHosts = [] }: WebPagesOptions,
): Promise<void> {
  for (const { path, file, showsPictures } of pages) {
    const contentPolicy = pagePolicy(showsPictures ? pictureHosts : []);
    const send = async (request: FastifyRequest, reply: FastifyReply) => {
      if (isUnder(`${path}/api`, request.url)) throw pathNotFound();
      reply.headers({ ...pageHeaders, 'content-security-policy': contentPolicy });
      return sendFile(request, reply, await files.page(file), 'no-store');
    };
    app.get(path, { schema: { hide: true } }, send);
    app.get(`${path}/*`, { schema: { hide: true } }, send);
  }
  app.get<{ Params: { name: string } }>(
    '/assets/:name',
    { schema: { hide: true } },
    async (request, reply) => {
      const asset = await files.asset(request.params.name);
      return sendFile(request, reply, asset, 'public, max-age=31536000, immutable');
    },
  );
}

function isUnder(path: string, url: string): boolean {
  const [requestedPath = ''] = url.split('?', 1);
  return requestedPath === path || requestedPath.startsWith(`${path}/`);
}

function pathNotFound(): Problem {
  return Problem.of('not_found', 'No resource exists at this path.');
}
