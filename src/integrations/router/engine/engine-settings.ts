// Settings of the routing engine. Its own generator of settings needs Python.
import { MAX_MATRIX_POINTS } from '../router.ts';

const logging = (type: 'std_out' | '') => ({ type });

/** Distances in meters. A region is at most a state or two, so the limits never apply. */
const distances = {
  max_distance: 5e6,
  max_locations: 50,
  max_matrix_distance: 5e6,
  max_matrix_location_pairs: MAX_MATRIX_POINTS ** 2,
};

/**
 * How far the engine looks for a road, in meters. A route must be within 0.3 miles of an exact point (map-router.ts); the rest is
 * for points with an uncertainty. Points of a matrix are not checked again.
 */
const ROAD_SEARCH_METERS = 2_000;

/** For bin/routing-engine.js, which adds the archive. */
export function servingSettings(): object {
  return settings(logging(''), {});
}

/** For the program that builds tiles. It reports its stages on standard output. */
export function buildingSettings(tileFolder: string, concurrency: number): object {
  return settings(logging('std_out'), { tile_dir: tileFolder, concurrency });
}

function settings(log: object, mjolnir: object): object {
  return {
    mjolnir: { logging: log, ...mjolnir },
    loki: {
      actions: ['locate', 'route', 'sources_to_targets'],
      logging: log,
      service_defaults: {
        heading_tolerance: 60,
        minimum_reachability: 50,
        node_snap_tolerance: 5,
        radius: 0,
        search_cutoff: ROAD_SEARCH_METERS,
        street_side_max_distance: 1_000,
        street_side_tolerance: 5,
      },
    },
    thor: {
      logging: log,
      // The default reservations are for a continent. Smaller ones take less memory, and those of labels save 8 % of the time of
      // a matrix (decision 0077).
      costmatrix: { max_reserved_locations: 60 },
      max_reserved_labels_count_astar: 200_000,
      max_reserved_labels_count_bidir_astar: 100_000,
      max_reserved_labels_count_dijkstras: 200_000,
      max_reserved_labels_count_bidir_dijkstras: 100_000,
    },
    odin: { logging: log },
    meili: { default: { breakage_distance: 2_000 } },
    service_limits: {
      auto: distances,
      truck: distances,
      pedestrian: { ...distances, max_transit_walking_distance: 10_000, min_transit_walking_distance: 1 },
      isochrone: {
        max_contours: 1,
        max_distance: 25_000,
        max_distance_contour: 200,
        max_locations: 1,
        max_time_contour: 120,
      },
      trace: {
        max_alternates: 1,
        max_alternates_shape: 100,
        max_distance: 2e5,
        max_gps_accuracy: 100,
        max_search_radius: 100,
        max_shape: 16_000,
      },
      skadi: { max_shape: 750_000, min_resample: 10 },
      max_alternates: 0,
      max_exclude_locations: 0,
      max_exclude_polygons_length: 0,
      max_radius: 200,
      max_reachability: 100,
    },
  };
}
