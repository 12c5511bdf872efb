// Interface of a geocoder. Expected outcomes are values: callers turn `not_found` and `outside` into a 422 and
// `unavailable` into a 503. Only defects are thrown.
import type { Place } from '../../domain/place/location.ts';
import type { Unavailable } from '../guarded-service.ts';

export type GeocodeOutcome =
  | { readonly kind: 'found'; readonly place: Place }
  /** `reason` is a sentence for the partner: what is wrong and what to do. */
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
