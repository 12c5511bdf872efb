// Geocoder decorator of the sandbox: magic addresses return simulated failures, other addresses pass through.
import { MAGIC_LOCATIONS } from '../../domain/sandbox/magic-values.ts';
import { type GeocodeOutcome, type Geocoder, notFound } from '../../integrations/geocoder/geocoder.ts';

const outcomes: ReadonlyMap<string, GeocodeOutcome> = new Map([
  [MAGIC_LOCATIONS.notFound.value, notFound('This magic address is never found.')],
  [
    MAGIC_LOCATIONS.outside.value,
    { kind: 'outside', reason: 'This magic address is outside the service areas.' },
  ],
  [MAGIC_LOCATIONS.unavailable.value, { kind: 'unavailable', reason: 'magic address', retryAfterSeconds: 1 }],
]);

export function createMagicGeocoder(geocoder: Geocoder): Geocoder {
  return {
    forward: async (address) => outcomes.get(address.trim()) ?? geocoder.forward(address),
    reverse: (longitude, latitude) => geocoder.reverse(longitude, latitude),
  };
}
