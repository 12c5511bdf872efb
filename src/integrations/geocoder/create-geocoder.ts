// Creates the geocoder of an external service.
import type { GeocodingServiceConfig } from '../../config/provider-config.ts';
import { createServiceGuard, SERVICE_TIMEOUT_MS } from '../guarded-service.ts';
import { createCachedGeocoder } from './cached-geocoder.ts';
import { createCensusAdapter } from './census.ts';
import type { Geocoder } from './geocoder.ts';
import { createGoogleAdapter } from './google.ts';
import { createHttpGeocoder } from './http-geocoder.ts';
import { createMapboxAdapter } from './mapbox.ts';
import { createNominatimAdapter } from './nominatim.ts';
import { createPeliasAdapter } from './pelias.ts';
import { createPhotonAdapter } from './photon.ts';
import type { ProviderAdapter, ProviderSettings } from './provider-adapter.ts';
import { createZipGeocoder } from './zip-geocoder.ts';

export interface GeocoderConfig extends GeocodingServiceConfig {
  readonly timeoutMs?: number;
}

interface Provider {
  readonly create: (settings: ProviderSettings) => ProviderAdapter;
  /** Absent for self-hosted providers: the public servers of these projects do not permit this use. */
  readonly defaultUrl?: string;
}

const PROVIDERS: Readonly<Record<GeocodingServiceConfig['provider'], Provider>> = {
  census: { create: createCensusAdapter, defaultUrl: 'https://geocoding.geo.census.gov' },
  nominatim: { create: createNominatimAdapter },
  photon: { create: createPhotonAdapter },
  pelias: { create: createPeliasAdapter },
  google: { create: createGoogleAdapter, defaultUrl: 'https://maps.googleapis.com' },
  mapbox: { create: createMapboxAdapter, defaultUrl: 'https://api.mapbox.com' },
};

const HOUR_MS = 3_600_000;

/** The required settings of a provider have already been validated with the configuration. */
export function createGeocoder(
  { provider, url, key, timeoutMs = SERVICE_TIMEOUT_MS }: GeocoderConfig,
  now: () => number = () => performance.now(),
): Geocoder {
  const { create, defaultUrl } = PROVIDERS[provider];
  const base = url ?? defaultUrl;
  if (base === undefined) throw new Error(`geocoder ${provider} has no URL`);
  const adapter = create({ url: base, key });
  const guard = createServiceGuard(adapter.name, now);
  return createCachedGeocoder(createHttpGeocoder({ adapter, guard, timeoutMs, zips: createZipGeocoder() }), {
    entries: 10_000,
    foundMilliseconds: 24 * HOUR_MS,
    refusedMilliseconds: HOUR_MS / 6,
    now,
  });
}
