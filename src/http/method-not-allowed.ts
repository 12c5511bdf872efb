// 405 with `Allow`: adds a handler to every path for all methods that have no route.
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods, RouteOptions } from 'fastify';
import { Problem } from '../lib/problem.ts';

const methods: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

/** Records routes as they are added. Register the returned plugin last: it adds the 405 handlers. */
export function methodNotAllowedRoutes(app: FastifyInstance): () => Promise<void> {
  const registered = new Map<string, RouteOptions[]>();
  let filling = false;

  app.addHook('onRoute', (route) => {
    if (filling || route.url.includes('*')) return;
    registered.set(route.url, [...(registered.get(route.url) ?? []), route]);
  });

  return async () => {
    filling = true;
    for (const [url, routes] of registered) addMethodNotAllowed(app, url, routes);
  };
}

function addMethodNotAllowed(app: FastifyInstance, url: string, routes: readonly RouteOptions[]): void {
  const offered: ReadonlySet<string> = new Set(routes.flatMap(({ method }) => method));
  const usesPlainJson = routes.some(({ config }) => config?.usesPlainJson);
  const allow = [...offered].sort().join(', ');
  const rejectMethod = async (_request: FastifyRequest, reply: FastifyReply): Promise<never> => {
    reply.header('allow', allow);
    throw Problem.of('method_not_allowed', `This path supports only ${allow}.`);
  };
  app.route({
    method: methods.filter((name) => !offered.has(name)),
    url,
    schema: { hide: true },
    config: { isMethodNotAllowed: true, usesPlainJson },
    // Before the body is parsed: errors in it do not matter here.
    preParsing: rejectMethod,
    handler: rejectMethod,
  });
}
