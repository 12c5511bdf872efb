// All routes of a running application, read from its router, in the form `GET /bookings/{id}`.
import { expect } from 'vitest';
import type { TestApp } from './app.ts';

export async function listRoutes(test: TestApp): Promise<string[]> {
  // A wildcard page route covers every path below it; the base path represents it.
  const urls = routeUrls(test.app.server.printRoutes({ commonPrefix: false })).filter(
    (url) => !url.endsWith('*'),
  );
  const routes = urls.map(async (url) => {
    const { status, headers } = await test.anonymous.call('OPTIONS', url.replace(/:\w+/g, 'x'));
    expect(status, url).toBe(405);
    const methods = (headers.get('allow') ?? '').split(', ').filter((method) => method !== 'HEAD');
    const name = url.replace(/:(\w+)/g, '{$1}').replace(/-[0-9a-f]{12}\./, '-*.');
    return methods.map((method) => `${method} ${name}`);
  });
  return (await Promise.all(routes)).flat().sort();
}

/** Parses Fastify's printed route tree: every level is indented by four characters. */
function routeUrls(tree: string): string[] {
  const trail: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent, part, methods] = /^(.*)[├└]── (\S+)( \(.*\))?$/.exec(line) ?? [];
    if (indent === undefined || part === undefined) return [];
    trail.splice(indent.length / 4, Infinity, part);
    return methods ? [trail.join('')] : [];
  });
}
