// Which authentication each route requires. A new route must be in one of these groups, or test/faults/route-matrix
// fails until it is added.
import { readFileSync } from 'node:fs';

export type Surface = 'partner' | 'operator' | 'portal' | 'crew' | 'open';

interface DescribedOperation {
  readonly security?: readonly unknown[];
  readonly requestBody?: {
    readonly content: Readonly<
      Record<
        string,
        {
          readonly example?: unknown;
          readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
        }
      >
    >;
  };
}

const read = (file: string) =>
  JSON.parse(readFileSync(new URL(`../../openapi/${file}.json`, import.meta.url), 'utf8')) as {
    paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  };
const operations: ReadonlyMap<string, DescribedOperation> = new Map(
  [read('openapi'), read('operator')].flatMap(({ paths }) =>
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
      ),
    ),
  ),
);

/** Public routes: files, pages without data, and routes that authenticate by what the request contains. */
const open: readonly RegExp[] = [
  /^GET \/(health|ready|openapi\.json|operator\/openapi\.json|\.well-known\/oauth-authorization-server)?$/,
  /^GET \/(docs|downloads|assets|favicon|crew\/(icon|manifest|worker)|avatars|sandbox\/avatars|maps|branding)/,
  /^GET \/(console|portal|crew|track)\/?$/,
  /^(GET|POST) \/oauth\/(account|authorize|token|revoke)$/,
  /^POST \/(portal|crew)\/api\/session$/,
  /^(GET|POST) \/portal\/api\/sign-in$/,
  // The link is the permission.
  /^GET \/(track|photos)\/(api\/)?\{\w+\}(\/stream)?$/,
  /^(GET|POST) \/unsubscribe\/\{token\}$/,
];

/** Route as printed by the router; null if it is in no group. */
export function surfaceOf(route: string): Surface | null {
  const name = route.replace('{id}|{booking_id}', '{id}');
  if (open.some((pattern) => pattern.test(name))) return 'open';
  if (/ \/portal\/api\//.test(name)) return 'portal';
  if (/ \/crew\/api\//.test(name)) return 'crew';
  if (/ \/operator\//.test(name)) return operationOf(name)?.security?.length === 0 ? 'open' : 'operator';
  return operationOf(name) ? 'partner' : null;
}

function operationOf(name: string): DescribedOperation | undefined {
  return operations.get(name) ?? operations.get(name.replace('/bookings/{id}', '/bookings/{booking_id}'));
}

/** Example body from the OpenAPI description. */
export function exampleBody(route: string): unknown {
  const content = operationOf(route.replace('{id}|{booking_id}', '{id}'))?.requestBody?.content[
    'application/json'
  ];
  return content?.example ?? Object.values(content?.examples ?? {})[0]?.value;
}
