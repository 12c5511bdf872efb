// 405 with `Allow`, for requests to a path that has routes, but none for the method.
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';

/** A path with routes for other methods than the one requested. */
export interface OtherMethods {
  /** Pattern of the routes. */
  readonly url: string;
  /** Value of the `Allow` header. */
  readonly allow: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set if no route matched, but one would have with another method. */
    otherMethods: OtherMethods | null;
  }
}

/**
 * Records the routes that are added from now on. The result finds, for a request that none of them matched, those of its
 * path. (A route per path for all other methods would do the same, and would be five of six routes of the server.)
 */
export function recordMethods(app: FastifyInstance): (request: FastifyRequest) => OtherMethods | null {
  const registered = new Map<string, RouteOptions[]>();
  let patterns: readonly PathPattern[] | undefined;

  app.decorateRequest('otherMethods', null);
  app.addHook('onRoute', (route) => {
    if (route.url.includes('*')) return;
    // Routes of one path may name its parameters differently.
    const shape = route.url.replace(/:\w+/g, ':');
    registered.set(shape, [...(registered.get(shape) ?? []), route]);
  });
  return (request) => {
    patterns ??= [...registered].map(patternOf).toSorted(byPrecision);
    const path = pathOf(request);
    return patterns.find(({ pattern }) => pattern.test(path))?.methods ?? null;
  };
}

/** Pattern of the routes that a request addressed; undefined if there are none. */
export function routePatternOf({ otherMethods, routeOptions }: FastifyRequest): string | undefined {
  return otherMethods?.url ?? routeOptions.url;
}

interface PathPattern {
  readonly pattern: RegExp;
  readonly parameters: number;
  readonly methods: OtherMethods;
}

function patternOf([shape, routes]: readonly [string, readonly RouteOptions[]]): PathPattern {
  const segments = shape.split('/');
  const source = segments
    .map((each) => (isParameter(each) ? '[^/]+' : each.replace(/\W/g, String.raw`\$&`)))
    .join('/');
  return {
    pattern: new RegExp(`^${source}$`),
    parameters: segments.filter(isParameter).length,
    methods: {
      url: routes[0]?.url ?? shape,
      allow: [...new Set(routes.flatMap(({ method }) => method))].sort().join(', '),
    },
  };
}

const isParameter = (segment: string) => segment.startsWith(':');

/** As in the router, a literal segment goes before a parameter. */
const byPrecision = (one: PathPattern, other: PathPattern) => one.parameters - other.parameters;

/** Without query. As in the router, the target may be a full address, and `*` is the root. */
function pathOf({ url }: FastifyRequest): string {
  return url.replace(/[?#].*$/, '').replace(/^(\*|https?:\/\/[^/]*)/, '') || '/';
}
