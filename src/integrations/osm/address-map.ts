// What the geocoder needs of an OpenStreetMap extract: streets with their names and shapes, house numbers, named places
// and ZIP codes.
import type { StreetName } from '../geocoder/street-name.ts';
import type { OsmBounds } from './osm-elements.ts';

export interface MapStreet {
  /** From 1, in the order of the file, so that two imports of a file give the same ids. */
  readonly id: number;
  readonly name: string;
  /** The name and its aliases, normalized. */
  readonly names: readonly StreetName[];
  /** A point on the street, near its middle. */
  readonly longitude: number;
  readonly latitude: number;
  readonly bounds: OsmBounds;
  /** Grid cells of 0.1 degree that the street touches. */
  readonly cells: readonly number[];
  /** Longitude and latitude in turn, in units of 1e-7 degrees. Empty for a street that is known from addresses only. */
  readonly parts: readonly Int32Array[];
}

export interface MapAddress {
  readonly streetId: number;
  /** Leading digits of the house number, for interpolation; null if there are none. */
  readonly number: number | null;
  /** House number in upper case without spaces. */
  readonly label: string;
  readonly longitude: number;
  readonly latitude: number;
  readonly postcode: string | null;
  /** From an interpolation way of the map, not from a house. */
  readonly isInterpolated: boolean;
}

export interface MapPlace {
  readonly name: string;
  /** The name and its aliases, normalized. */
  readonly keys: readonly string[];
  readonly kind: 'locality' | 'point_of_interest' | 'establishment';
  readonly longitude: number;
  readonly latitude: number;
}

export interface MapPostcode {
  readonly postcode: string;
  readonly longitude: number;
  readonly latitude: number;
}

export interface AddressMap {
  readonly bounds: OsmBounds;
  readonly streets: readonly MapStreet[];
  /** In the order of the file. Read from columns, so each pass over them makes new objects. */
  readonly addresses: Iterable<MapAddress> & { readonly length: number };
  readonly places: readonly MapPlace[];
  readonly postcodes: readonly MapPostcode[];
}
