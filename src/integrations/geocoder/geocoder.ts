// What the rest of the product asks of a geocoder. Every expected outcome is a value: a caller turns `not_found` and
// `outside` into a 422 and `unavailable` into a 503; only a defect is thrown.
import type { Place } from '../../domain/location.ts';
import type { Unavailable } from '../guarded-service.ts';

export type GeocodeOutcome =
  | { readonly kind: 'found'; readonly place: Place }
  /** `reason` is a sentence for the partner: what is wrong and what to fix. */
  | { readonly kind: 'not_found'; readonly reason: string; readonly suggestions: readonly string[] }
  | { readonly kind: 'outside'; readonly reason: string }
  | Unavailable;

export interface Geocoder {
  forward(address: string): Promise<GeocodeOutcome>;
  reverse(longitude: number, latitude: number): Promise<GeocodeOutcome>;
}

export function notFound(reason: string, suggestions: readonly string[] = []): GeocodeOutcome {
  return { kind: 'not_found', reason, suggestions };
}
