// The roads of imported map regions, as the router reads them.
import type { OsmBounds } from '../osm/osm-elements.ts';

export interface RoadRegion {
  readonly version: string;
  readonly bounds: OsmBounds;
  /** null if the region was imported without the routing engine. */
  readonly roads: StoredRoads | null;
}

export interface StoredRoads {
  readonly bytes: number;
  readonly sha256: string;
}

export interface RoadIndex {
  regions(): Promise<readonly RoadRegion[]>;
  /** Path of the archive on this host. Fetches it from the database if it is not there. */
  archive(version: string, roads: StoredRoads): Promise<string>;
}
