// The geocoder the configuration asks for.
import { createCircuitBreaker } from '../circuit-breaker.ts';
import { createCachedGeocoder } from './cached-geocoder.ts';
import { createCensusAdapter } from './census.ts';
import { createEmbeddedGeocoder } from './embedded-geocoder.ts';
import type { Geocoder } from './geocoder.ts';
import { createGoogleAdapter } from './google.ts';
import { createHttpGeocoder } from './http-geocoder.ts';
import { createHttpProvider, DEFAULT_TIMEOUT_MILLISECONDS } from './http-provider.ts';
import { createMapboxAdapter } from './mapbox.ts';
import { createNominatimAdapter } from './nominatim.ts';
import { createPeliasAdapter } from './pelias.ts';
import { createPhotonAdapter } from './photon.ts';
import type { ProviderAdapter, ProviderSettings } from './provider-adapter.ts';

interface Provider {
  readonly create: (settings: ProviderSettings) => ProviderAdapter;
  /** Absent where the operator runs the server: the public ones of these projects are not for this use. */
  readonly defaultUrl?: string;
  readonly needsKey: boolean;
}

const PROVIDERS = {
  census: { create: createCensusAdapter, defaultUrl: 'https://geocoding.geo.census.gov', needsKey: false },
  nominatim: { create: createNominatimAdapter, needsKey: false },
  photon: { create: createPhotonAdapter, needsKey: false },
  pelias: { create: createPeliasAdapter, needsKey: false },
  google: { create: createGoogleAdapter, defaultUrl: 'https://maps.googleapis.com', needsKey: true },
  mapbox: { create: createMapboxAdapter, defaultUrl: 'https://api.mapbox.com', needsKey: true },
} as const satisfies Record<string, Provider>;

export type GeocoderProvider = 'embedded' | keyof typeof PROVIDERS;

export interface GeocoderConfig {
  readonly provider: GeocoderProvider;
  readonly url?: string | undefined;
  readonly key?: string | undefined;
  readonly timeoutMilliseconds?: number | undefined;
}

const HOUR_MILLISECONDS = 3_600_000;

/** Throws when the configuration names a service it does not say how to reach. */
export function createGeocoder(
  config: GeocoderConfig,
  now: () => number = () => performance.now(),
): Geocoder {
  const embedded = createEmbeddedGeocoder();
  if (config.provider === 'embedded') return embedded;
  const adapter = createAdapter(config.provider, config);
  const geocoder = createHttpGeocoder({
    adapter,
    embedded,
    http: createHttpProvider(adapter.name, config.timeoutMilliseconds ?? DEFAULT_TIMEOUT_MILLISECONDS),
    breaker: createCircuitBreaker({ failuresToOpen: 5, openMilliseconds: 30_000, now }),
  });
  return createCachedGeocoder(geocoder, {
    entries: 10_000,
    foundMilliseconds: 24 * HOUR_MILLISECONDS,
    refusedMilliseconds: HOUR_MILLISECONDS / 6,
    now,
  });
}

function createAdapter(name: keyof typeof PROVIDERS, { url, key }: GeocoderConfig): ProviderAdapter {
  const provider: Provider = PROVIDERS[name];
  const base = url ?? provider.defaultUrl;
  if (base === undefined) throw new Error(`The geocoder "${name}" needs the URL of your server.`);
  if (!URL.canParse(base) || !/^https?:$/.test(new URL(base).protocol)) {
    throw new Error(
      `The geocoder's URL must be an http or https address, such as https://geocoder.example.com.`,
    );
  }
  if (provider.needsKey && !key) throw new Error(`The geocoder "${name}" needs a key.`);
  return provider.create({ url: base, key });
}
