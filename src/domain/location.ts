// What a place is once it has been found: the point, the address as far as it is known, and how exact the point is.
// An unknown part of an address is absent, never empty and never guessed.

export interface Address {
  readonly number?: string;
  readonly street?: string;
  readonly street2?: string | null;
  readonly locality: string;
  readonly region: string;
  readonly postalCode?: string;
}

/** What the coordinates stand for. The set is open: a provider may know a finer word, and partners are told so. */
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
  /** The address line or the place's own name. */
  readonly name: string;
  /** Unit, apartment or suite, as the address string said it. */
  readonly address2: string | null;
  readonly longitude: number;
  readonly latitude: number;
  readonly address: Address;
  readonly locationType: LocationType | (string & {});
  /** IANA name, such as America/Chicago. */
  readonly timeZone: string;
}

/**
 * How far a point may be from the place it stands for, in miles. The centre of a ZIP code area or a town is not the
 * door: most addresses lie in built-up ZIP codes, which reach about a mile and a half from their centre.
 */
export function uncertaintyMiles(locationType: Place['locationType']): number {
  if (locationType === 'postal_code' || locationType === 'locality') return 1.5;
  return locationType === 'route' ? 0.5 : 0;
}
