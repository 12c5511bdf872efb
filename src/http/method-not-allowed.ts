// 405 with `Allow` for every address that exists: each path also answers the methods nobody registered for it.
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { Problem } from '../lib/problem.ts';

const methods: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

/** Watches routes being added. The returned plugin fills the gaps; register it after everything else. */
export function otherMethods(app: FastifyInstance): () => Promise<void> {
  const registered = new Map<string, Set<string>>();
  let filling = false;

  app.addHook('onRoute', ({ url, method }) => {
    if (filling || url.includes('*')) return;
    const known = registered.get(url) ?? new Set();
    for (const name of [method].flat()) known.add(name);
    registered.set(url, known);
  });

  return async () => {
    filling = true;
    for (const [url, known] of registered) refuseOthers(app, url, known);
  };
}

function refuseOthers(app: FastifyInstance, url: string, known: ReadonlySet<string>): void {
  const allow = [...known].sort().join(', ');
  const refuse = async (_request: FastifyRequest, reply: FastifyReply): Promise<never> => {
    reply.header('allow', allow);
    throw Problem.of('method_not_allowed', `This address takes ${allow}.`);
  };
  app.route({
    method: methods.filter((name) => !known.has(name)),
    url,
    schema: { hide: true },
    config: { methodNotOffered: true },
    // Before the body is read: what is wrong with it does not matter here.
    preParsing: refuse,
    handler: refuse,
  });
}
