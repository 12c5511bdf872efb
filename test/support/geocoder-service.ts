// Stub geocoding service on the loopback interface, and geocoders that use it, for the tests of one file.
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createGeocoder, type GeocoderConfig } from '../../src/integrations/geocoder/create-geocoder.ts';
import type { Geocoder } from '../../src/integrations/geocoder/geocoder.ts';
import { type StubServer, startStubServer } from './stub-server.ts';

export type ProviderName = GeocoderConfig['provider'];

export const PROVIDER_KEY = 'sk-very-secret';

const STARTED_AT_MS = 1_000;

export interface GeocoderService extends Pick<StubServer, 'setResponse' | 'seen' | 'url'> {
  /** Milliseconds since the start of the test. */
  elapsedMs: number;
  readonly create: (provider: ProviderName, more?: Partial<GeocoderConfig>) => Geocoder;
}

export function geocoderService(): GeocoderService {
  let server: StubServer;
  beforeAll(async () => {
    server = await startStubServer();
  });
  afterAll(() => server.close());
  beforeEach(() => {
    server.seen.length = 0;
    service.elapsedMs = 0;
  });
  const service: GeocoderService = {
    elapsedMs: 0,
    get seen() {
      return server.seen;
    },
    get url() {
      return server.url;
    },
    setResponse: (next) => server.setResponse(next),
    create: (provider, more = {}) =>
      createGeocoder(
        { provider, url: server.url, key: PROVIDER_KEY, ...more },
        () => STARTED_AT_MS + service.elapsedMs,
      ),
  };
  return service;
}
