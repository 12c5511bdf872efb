// Where to ask a service outside.

/** A path below the service's address, which may have a path and a query (a hosted service's key) of its own. */
export function endpoint(
  base: string | URL,
  path: string,
  query: Readonly<Record<string, string | undefined>> = {},
): URL {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`;
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url;
}
