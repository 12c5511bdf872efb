// Imported map regions, as the geocoder reads them. Every method reads the given versions only.
import type { OsmBounds } from '../osm/osm-elements.ts';
import type { StreetName } from './street-name.ts';
import type { Point } from './us-places.ts';

export interface MapRegion {
  readonly version: string;
  readonly bounds: OsmBounds;
}

export interface StreetRef {
  readonly version: string;
  readonly streetId: number;
}

/** A street under one of its names. */
export interface IndexedStreet extends StreetRef, StreetName, Point {
  /** As written on the map. */
  readonly name: string;
  readonly bounds: OsmBounds;
}

export interface IndexedHouse extends StreetRef, Point {
  readonly number: number | null;
  readonly label: string;
  readonly postcode: string | null;
}

export interface NamedHouse extends IndexedHouse {
  readonly street: string;
}

export interface IndexedPlace extends Point {
  readonly name: string;
  readonly kind: 'locality' | 'point_of_interest' | 'establishment';
}

/** Coordinates in turn, in units of 1e-7 degrees. */
export interface StreetLine extends StreetRef {
  readonly name: string;
  readonly line: Int32Array;
}

/** Versions and grid cells to search. */
export interface SearchArea {
  readonly versions: readonly string[];
  readonly cells: readonly number[];
}

export interface StreetIndex {
  regions(): Promise<readonly MapRegion[]>;
  streetsNamed(area: SearchArea, bases: readonly string[]): Promise<readonly IndexedStreet[]>;
  /** Streets whose name has one of these deletion keys. */
  streetsSpelledLike(area: SearchArea, deletionKeys: readonly number[]): Promise<readonly IndexedStreet[]>;
  /** The house, and the neighbours on the same side of the street with the next lower and higher number. */
  housesAround(
    streets: readonly StreetRef[],
    house: Pick<IndexedHouse, 'number' | 'label'>,
  ): Promise<readonly IndexedHouse[]>;
  /** The lowest or highest house numbers of a street, the outermost first. */
  numbersAtEnd(street: StreetRef, end: 'lowest' | 'highest', limit: number): Promise<readonly number[]>;
  linesOf(streets: readonly StreetRef[]): Promise<readonly StreetLine[]>;
  placesNamed(area: SearchArea, key: string): Promise<readonly IndexedPlace[]>;
  postcode(versions: readonly string[], postcode: string): Promise<Point | undefined>;
  housesWithin(versions: readonly string[], bounds: OsmBounds): Promise<readonly NamedHouse[]>;
  linesWithin(versions: readonly string[], bounds: OsmBounds): Promise<readonly StreetLine[]>;
}
