// Configuration of geocoder and router: the embedded implementation or an external service.
import type { EnvReader } from '../lib/env-reader.ts';

/** An external service, or the embedded implementation. */
export interface ProviderConfig<Name extends string> {
  readonly provider: Name;
  readonly url?: string;
  readonly key?: string;
}

/** Which settings a provider requires or accepts; others are refused. */
type ProviderNeeds = Partial<Record<'url' | 'key', 'required' | 'optional'>>;

const geocoders = {
  embedded: {},
  census: { url: 'optional' },
  nominatim: { url: 'required' },
  photon: { url: 'required' },
  pelias: { url: 'required', key: 'optional' },
  google: { url: 'optional', key: 'required' },
  mapbox: { url: 'optional', key: 'required' },
} as const satisfies Record<string, ProviderNeeds>;
const routers = {
  embedded: {},
  valhalla: { url: 'required' },
  osrm: { url: 'required' },
  google: { url: 'optional', key: 'required' },
} as const satisfies Record<string, ProviderNeeds>;

export type GeocoderConfig = ProviderConfig<keyof typeof geocoders>;
export type RouterConfig = ProviderConfig<keyof typeof routers>;
export type GeocodingServiceConfig = ProviderConfig<Exclude<keyof typeof geocoders, 'embedded'>>;
export type RoutingServiceConfig = ProviderConfig<Exclude<keyof typeof routers, 'embedded'>>;

export function readGeocoder(read: EnvReader): GeocoderConfig {
  return readProvider(read, 'GEOCODER', geocoders);
}

export function readRouter(read: EnvReader): RouterConfig {
  return readProvider(read, 'ROUTER', routers);
}

function readProvider<Name extends string>(
  read: EnvReader,
  variable: string,
  providers: Readonly<Record<Name | 'embedded', ProviderNeeds>>,
): ProviderConfig<Name | 'embedded'> {
  const names = Object.keys(providers) as (Name | 'embedded')[];
  const provider = read.oneOf(variable, names, 'embedded');
  // The needs of an unknown provider are unknown.
  if (read.text(variable, 'embedded') !== provider) return { provider };
  const { url: urlNeed, key: keyNeed } = providers[provider];
  const url = read.needed(`${variable}_URL`, urlNeed, `${variable}=${provider}`);
  const key = read.needed(`${variable}_KEY`, keyNeed, `${variable}=${provider}`);
  return {
    provider,
    ...(url && { url: read.url(`${variable}_URL`, '', ['http:', 'https:']) ?? '' }),
    ...(key && { key }),
  };
}
