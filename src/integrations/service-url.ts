// Builds request URLs of external services.

/**
 * Appends a path to the base URL of a service, which may have its own path and query (such as the key of a hosted
 * service).
 */
export function serviceUrl(
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
