// A geocoded place: coordinates, address, and precision. Unknown parts of an address are absent, never empty or
// guessed.

export interface Address {
  readonly number?: string;
  readonly street?: string;
  readonly street2?: string | null;
  readonly locality: string;
  readonly region: string;
  readonly postalCode?: string;
}

/** What the coordinates stand for. Open set: a provider may return other values, and the API documents that. */
export type LocationType =
  | 'street_address'
  | 'premise'
  | 'subpremise'
  | 'route'
  | 'intersection'
  | 'establishment'
  | 'point_of_interest'
  | 'postal_code'
  | 'locality'
  | 'coordinates';

export interface Place {
  /** The address line or the name of the place. */
  readonly name: string;
  /** Unit, apartment or suite from the address string. */
  readonly address2: string | null;
  readonly longitude: number;
  readonly latitude: number;
  readonly address: Address;
  readonly locationType: LocationType | (string & {});
  /** IANA name, such as America/Chicago. */
  readonly timeZone: string;
  /** Maximum distance of the actual address from the point, if it is known better than from the type. */
  readonly radiusMiles?: number | null;
}

/**
 * Maximum distance between the point and the actual address, in miles. Postal codes and localities resolve to their
 * center: most addresses are in urban ZIP codes with a radius of about 1.5 miles.
 */
export function uncertaintyMiles({
  locationType,
  radiusMiles,
}: Pick<Place, 'locationType' | 'radiusMiles'>): number {
  if (radiusMiles !== undefined && radiusMiles !== null) return radiusMiles;
  if (locationType === 'postal_code' || locationType === 'locality') return 1.5;
  return locationType === 'route' ? 0.5 : 0;
}
