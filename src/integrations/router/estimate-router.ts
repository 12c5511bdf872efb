// Estimates travel without roads. It knows neither roads nor water, so it always finds a route.
import type { Waypoint } from '../../domain/place/travel.ts';
import { estimateJourney, estimateTravel } from '../../domain/place/travel-estimate.ts';
import { MAX_MATRIX_POINTS, type MatrixCell, type Router } from './router.ts';

export const estimateRouter: Router = {
  route: async (waypoints) => ({ kind: 'found', travel: estimateTravel(waypoints) }),
  matrix: async (sources, targets) => ({ kind: 'found', rows: estimateMatrix(sources, targets) }),
  identity: async () => null,
  isLocal: true,
};

function estimateMatrix(
  sources: readonly Waypoint[],
  targets: readonly Waypoint[],
): readonly (readonly MatrixCell[])[] {
  if (sources.length > MAX_MATRIX_POINTS || targets.length > MAX_MATRIX_POINTS)
    throw new RangeError(
      `a matrix has at most ${MAX_MATRIX_POINTS} sources and targets, got ${sources.length} and ${targets.length}`,
    );
  return sources.map((source) =>
    targets.map((target) => {
      const { miles, minutes } = estimateJourney(source, target);
      return { miles, minutes, estimated: true };
    }),
  );
}
