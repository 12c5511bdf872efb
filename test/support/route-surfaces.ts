// Which door each route stands behind. A new route is in one of these, or the matrix of test/faults/route-matrix fails until
// somebody has said where it belongs.
import { readFileSync } from 'node:fs';

export type Surface = 'partner' | 'operator' | 'portal' | 'crew' | 'open';

interface Described {
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
    paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  };
const described: ReadonlyMap<string, Described> = new Map(
  [read('openapi'), read('operator')].flatMap(({ paths }) =>
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
      ),
    ),
  ),
);

/** Open to everybody: files, pages that show nothing by themselves, and what lets people in by something they hold or know. */
const open: readonly RegExp[] = [
  /^GET \/(health|ready|openapi\.json|operator\/openapi\.json|\.well-known\/oauth-authorization-server)?$/,
  /^GET \/(docs|assets|favicon|crew\/(icon|manifest|worker)|avatars|sandbox\/avatars)/,
  /^GET \/(console|portal|crew|track)\/?$/,
  /^(GET|POST) \/oauth\/(authorize|token|revoke)$/,
  /^POST \/(portal|crew)\/api\/session$/,
  // Who holds the link.
  /^GET \/(track|photos)\/(api\/)?\{\w+\}(\/stream)?$/,
  /^(GET|POST) \/unsubscribe\/\{token\}$/,
];

/** As the router spells it; null for one that nobody has placed. */
export function surfaceOf(route: string): Surface | null {
  const name = route.replace('{id}|{booking_id}', '{id}');
  if (open.some((pattern) => pattern.test(name))) return 'open';
  if (/ \/portal\/api\//.test(name)) return 'portal';
  if (/ \/crew\/api\//.test(name)) return 'crew';
  if (/ \/operator\//.test(name)) return describedAs(name)?.security?.length === 0 ? 'open' : 'operator';
  return describedAs(name) ? 'partner' : null;
}

function describedAs(name: string): Described | undefined {
  return described.get(name) ?? described.get(name.replace('/bookings/{id}', '/bookings/{booking_id}'));
}

/** A body that the description shows. */
export function exampleBody(route: string): unknown {
  const content = describedAs(route.replace('{id}|{booking_id}', '{id}'))?.requestBody?.content[
    'application/json'
  ];
  return content?.example ?? Object.values(content?.examples ?? {})[0]?.value;
}
