// Wire types of the live map: positions and jobs of crews.
import type { VehicleType } from '../../../domain/product.ts';

/** `[longitude, latitude]` */
export type MapPoint = readonly [number, number];

export interface MapStop {
  readonly name: string;
  readonly point: MapPoint;
}

export interface MapJob {
  readonly id: string;
  readonly hid: string;
  readonly partner: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly progress: 'pending' | 'driving' | 'at' | 'done';
  /** Zero-based position of the current stop in `stops`. */
  readonly position: number;
  readonly eta: string | null;
  readonly stops: readonly MapStop[];
}

export interface MapCrew {
  readonly id: string;
  readonly name: string;
  readonly vehicle_type: VehicleType | null;
  readonly location: MapPoint | null;
  readonly located_at: string | null;
  readonly is_on_shift: boolean;
  /** Engagements that start within 24 hours, ordered by start. */
  readonly jobs: readonly MapJob[];
}

export interface LiveMap {
  readonly now: string;
  readonly tiles: { readonly url: string; readonly attribution: string } | null;
  readonly crews: readonly MapCrew[];
}
