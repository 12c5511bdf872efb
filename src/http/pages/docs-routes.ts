// Documentation pages: guides at /docs (among them /docs/errors, the target of `doc_url`), and interactive API
// references at /docs/reference and, for operators, /docs/operator.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EnvironmentName } from '../../config/environment-name.ts';
import type { HttpServer } from '../server/server.ts';
import { pageHeaders, pagePolicy } from './content-security-policy.ts';
import { renderGuide, renderNotFound, renderReference } from './docs-page.ts';
import { operatorReferenceScript, readReferenceScript, referenceScript } from './docs-reference.ts';
import { docsScript } from './docs-script.ts';
import { docsStyle } from './docs-style.ts';
import { readBuiltFile, readGuides } from './guides.ts';
import { icon } from './page.ts';

const strict =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; img-src 'self'";
const referencePolicy = `${strict} data:; script-src 'self'; connect-src 'self'; style-src 'unsafe-inline'`;

interface Asset {
  readonly type: string;
  readonly read: () => Promise<Buffer>;
}

const text = (type: string, content: string): Asset => ({ type, read: async () => Buffer.from(content) });

const assets: Readonly<Record<string, Asset>> = {
  '/docs/assets/docs.css': text('text/css; charset=utf-8', docsStyle),
  '/docs/assets/docs.js': text('text/javascript; charset=utf-8', docsScript),
  '/docs/assets/reference.js': text('text/javascript; charset=utf-8', referenceScript),
  '/docs/assets/operator-reference.js': text('text/javascript; charset=utf-8', operatorReferenceScript),
  '/docs/assets/scalar.js': { type: 'text/javascript; charset=utf-8', read: readReferenceScript },
  '/docs/assets/search.js': {
    type: 'text/javascript; charset=utf-8',
    read: () => readBuiltFile('search.js'),
  },
  '/docs/assets/search.json': {
    type: 'application/json; charset=utf-8',
    read: () => readBuiltFile('search.json'),
  },
  '/favicon.svg': text('image/svg+xml', icon),
  // Requested by browsers for documents without an icon of their own, such as /openapi.json.
  '/favicon.ico': text('image/svg+xml', icon),
};

const references = {
  '/docs/reference': {
    title: 'Waybill API',
    description: '/openapi.json',
    script: '/docs/assets/reference.js',
  },
  '/docs/operator': {
    title: 'Waybill Operator API',
    description: '/operator/openapi.json',
    script: '/docs/assets/operator-reference.js',
  },
};

export async function docsRoutes(
  app: HttpServer,
  { environment }: { environment: EnvironmentName },
): Promise<void> {
  const program = '/docs/assets/scalar.js';
  for (const [path, { title, description, script }] of Object.entries(references)) {
    const page = { title: `${title} (${environment})`, description, scripts: [program, script] };
    addPage(app, path, renderReference(page).toString(), referencePolicy);
  }
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

function addPage(app: HttpServer, path: string, html: string, policy: string): void {
  app.get(path, { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({ ...pageHeaders, 'content-security-policy': policy })
      .send(html),
  );
}

/** Loaded once, then kept in memory with its gzipped form. Clients revalidate with the ETag. */
function addAsset(app: HttpServer, path: string, { type, read }: Asset): void {
  let prepared: Promise<Prepared> | undefined;
  app.get(path, { schema: { hide: true } }, async (request, reply) => {
    prepared ??= prepare(read).catch((error: unknown) => {
      prepared = undefined;
      throw error;
    });
    return sendAsset(request, reply, type, await prepared);
  });
}

interface Prepared {
  readonly plain: Buffer;
  readonly gzipped: Buffer;
  readonly tag: string;
}

async function prepare(read: () => Promise<Buffer>): Promise<Prepared> {
  const plain = await read();
  const tag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { plain, gzipped: await promisify(gzip)(plain), tag };
}

function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  { plain, gzipped, tag }: Prepared,
) {
  reply.headers({ 'cache-control': 'public, max-age=300', etag: tag, vary: 'accept-encoding' });
  if (request.headers['if-none-match'] === tag) return reply.code(304).send();
  reply.type(type);
  const acceptsGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  return acceptsGzip ? reply.header('content-encoding', 'gzip').send(gzipped) : reply.send(plain);
}
