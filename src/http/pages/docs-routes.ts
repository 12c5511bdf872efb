// Documentation pages: guides at /docs (among them /docs/errors, the target of `doc_url`), the API references, and
// their scripts and styles.
import type { FastifyReply } from 'fastify';
import type { EnvironmentName } from '../../config/environment-name.ts';
import type { HttpServer } from '../server/server.ts';
import { pageHeaders, pagePolicy } from './content-security-policy.ts';
import { type Asset, addAsset } from './docs-asset-routes.ts';
import { renderGuide, renderNotFound } from './docs-page.ts';
import { docsScript } from './docs-script.ts';
import { docsStyle } from './docs-style.ts';
import { readBuiltFile, readGuides } from './guides.ts';
import { icon } from './page.ts';
import { addReferences } from './reference-routes.ts';
import { referenceStyle } from './reference-style.ts';

const text = (type: string, content: string): Asset => ({ type, read: async () => Buffer.from(content) });

const script = (name: string): Asset => ({
  type: 'text/javascript; charset=utf-8',
  read: () => readBuiltFile(name),
});
const data = (name: string): Asset => ({
  type: 'application/json; charset=utf-8',
  read: () => readBuiltFile(name),
});

const assets: Readonly<Record<string, Asset>> = {
  '/docs/assets/docs.css': text('text/css; charset=utf-8', docsStyle + referenceStyle),
  '/docs/assets/docs.js': text('text/javascript; charset=utf-8', docsScript),
  '/docs/assets/reference.js': script('reference.js'),
  '/docs/assets/try-it.js': script('try-it.js'),
  '/docs/assets/search.js': script('search.js'),
  '/docs/assets/search.json': data('search.json'),
  '/docs/operator/search.json': data('operator-search.json'),
  '/favicon.svg': text('image/svg+xml', icon),
  // Requested by browsers for documents without an icon of their own, such as /openapi.json.
  '/favicon.ico': text('image/svg+xml', icon),
};

export async function docsRoutes(
  app: HttpServer,
  { environment }: { environment: EnvironmentName },
): Promise<void> {
  addReferences(app, environment);
  addGuides(app, environment);
  for (const [path, asset] of Object.entries(assets)) addAsset(app, path, asset);
  // The bare address, and /docs with a trailing slash.
  for (const path of ['/', '/docs/']) {
    app.get(path, { schema: { hide: true } }, async (_request, reply) => reply.redirect('/docs', 302));
  }
}

/** /docs lists all guides; `/docs/x.md` is the Markdown source of /docs/x. */
function addGuides(app: HttpServer, environment: EnvironmentName): void {
  const send = async (reply: FastifyReply, name: string) => {
    const guides = await readGuides();
    const slug = name.replace(/\.md$/, '');
    const page = guides.pages.find((each) => each.slug === slug);
    reply.headers({ ...pageHeaders, 'content-security-policy': pagePolicy(), 'cache-control': 'no-cache' });
    if (page && slug !== name) return reply.type('text/markdown; charset=utf-8').send(page.markdown);
    const html = page ? renderGuide(guides, page, environment) : renderNotFound(guides, environment);
    return reply
      .code(page ? 200 : 404)
      .type('text/html; charset=utf-8')
      .send(html.toString());
  };
  app.get('/docs', { schema: { hide: true } }, async (_request, reply) => send(reply, 'README'));
  app.get<{ Params: { guide: string } }>('/docs/:guide', { schema: { hide: true } }, async (request, reply) =>
    send(reply, request.params.guide),
  );
}
