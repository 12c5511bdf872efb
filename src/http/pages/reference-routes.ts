// API references at /docs/reference and, for operators, /docs/operator: one page per operation, event and tag, rendered
// by the build from the OpenAPI descriptions (decision 0083).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { EnvironmentName } from '../../config/environment-name.ts';
import type { HttpServer } from '../server/server.ts';
import { pageHeaders, pagePolicy } from './content-security-policy.ts';
import { type Prepared, prepare, sendPrepared } from './docs-asset-routes.ts';
import { renderMissingReference, renderReferencePage } from './reference-page.ts';
import { type ReferenceName, readReferenceIndex, readReferencePage } from './references.ts';

/** Pages kept in memory, about 100 kB each. */
const MAX_KEPT_PAGES = 50;

interface PreparedPage extends Prepared {
  readonly isFound: boolean;
}

export function addReferences(app: HttpServer, environment: EnvironmentName): void {
  const kept = new LRUCache<string, Promise<PreparedPage>>({ max: MAX_KEPT_PAGES });
  const pageOf = (reference: ReferenceName, name: string) => {
    const path = `${reference}/${name}`;
    const known = kept.get(path);
    if (known) return known;
    const loading = preparePage(reference, name, environment);
    kept.set(path, loading);
    // Unknown names would displace pages.
    const forget = () => void kept.delete(path);
    loading.then(({ isFound }) => isFound || forget(), forget);
    return loading;
  };
  for (const reference of ['reference', 'operator'] as const) {
    const send = async (request: FastifyRequest, reply: FastifyReply, name: string) => {
      const page = await pageOf(reference, name);
      reply
        .headers({ ...pageHeaders, 'content-security-policy': pagePolicy(), 'cache-control': 'no-cache' })
        .code(page.isFound ? 200 : 404);
      return sendPrepared(request, reply, 'text/html; charset=utf-8', page);
    };
    const path = `/docs/${reference}`;
    app.get(path, { schema: { hide: true } }, async (request, reply) => send(request, reply, ''));
    app.get<{ Params: { '*': string } }>(`${path}/*`, { schema: { hide: true } }, async (request, reply) =>
      request.params['*'] === '' ? reply.redirect(path, 302) : send(request, reply, request.params['*']),
    );
  }
}

async function preparePage(
  reference: ReferenceName,
  name: string,
  environment: EnvironmentName,
): Promise<PreparedPage> {
  const index = await readReferenceIndex(reference);
  const parts = { reference, index, environment };
  const page = index.pages.find((each) => each.name === name);
  const document = page
    ? renderReferencePage(parts, page, await readReferencePage(reference, page))
    : renderMissingReference(parts);
  return { ...(await prepare(Buffer.from(document.toString()))), isFound: page !== undefined };
}
