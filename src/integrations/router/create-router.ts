// Chooses the router that the configuration names; a bad choice is an error at start, not at the first booking.
import { embeddedRouter } from './embedded-router.ts';
import { GOOGLE_ROUTES_URL, googleRouter } from './google-routes.ts';
import { osrmRouter } from './osrm.ts';
import type { Router } from './router.ts';
import { valhallaRouter } from './valhalla.ts';

export interface RouterOptions {
  readonly provider: 'embedded' | 'valhalla' | 'osrm' | 'google';
  readonly url?: string;
  readonly key?: string;
}

export function createRouter({ provider, url, key }: RouterOptions): Router {
  if (provider === 'google') {
    if (!key) throw new Error('The router google needs a key: an API key with the Routes API enabled.');
    return googleRouter(url === undefined ? GOOGLE_ROUTES_URL : parseUrl(provider, url), key);
  }
  if (key !== undefined)
    throw new Error(`The router ${provider} takes no key; a hosted engine's goes into the url.`);
  if (provider === 'embedded') {
    if (url !== undefined)
      throw new Error('The router embedded takes no url; name valhalla, osrm or google to use one.');
    return embeddedRouter;
  }
  if (url === undefined) throw new Error(`The router ${provider} needs the url of its server.`);
  return provider === 'valhalla'
    ? valhallaRouter(parseUrl(provider, url))
    : osrmRouter(parseUrl(provider, url));
}

function parseUrl(provider: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new Error(`The router ${provider} needs a url with http:// or https://.`);
  }
  return url;
}
