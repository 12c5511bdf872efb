// The position of the crew on the road to the next stop.
import { type SnappedPosition, snapToLine } from '../ui/map/snap-to-line.ts';
import type { TrackingView } from './api.generated.ts';

/** null if the roads are not known, or the crew is not near them. */
export function snappedCrew({ stops, crew, geometry }: TrackingView): SnappedPosition | null {
  const ahead = stops.findIndex(({ state }) => state === 'driving');
  const roads = geometry[ahead - 1];
  return crew?.point && roads ? snapToLine(crew.point, roads) : null;
}
