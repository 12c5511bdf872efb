// Age of the crew's position: a stale one is shown as such.
import type { TimeFormatter } from '../ui/time-format.ts';
import type { TrackingView } from './api.generated.ts';

/** Crews report their position at least every minute while they drive. */
const FRESH_MS = 2 * 60_000;

/** null: no position is shown. */
export function isPositionFresh({ crew }: Pick<TrackingView, 'crew'>, times: TimeFormatter): boolean | null {
  if (!crew?.point) return null;
  return crew.point_at !== null && times.ageMs(crew.point_at) < FRESH_MS;
}
