// Text description of the map: its accessible name, and the part of it that is its visible caption.

import { counted, fill } from '../ui/interpolate.ts';
import { milesAlong } from '../ui/map/snap-to-line.ts';
import { milesBetween } from '../ui/map-projection.ts';
import type { TimeFormatter } from '../ui/time-format.ts';
import type { TrackingView } from './api.generated.ts';
import { snappedCrew } from './crew-on-road.ts';
import type { Words } from './messages.ts';
import { isPositionFresh } from './position-age.ts';

export function describeMap(view: TrackingView, words: Words, times: TimeFormatter): string {
  return [describeCrew(view, words, times), describeRoute(view, words, times)].filter(Boolean).join(' ');
}

/** How far the crew is; the route while there is nothing to say about the crew. */
export function captionOf(view: TrackingView, words: Words, times: TimeFormatter): string {
  return describeCrew(view, words, times) ?? describeRoute(view, words, times) ?? '';
}

function describeCrew(view: TrackingView, words: Words, times: TimeFormatter): string | null {
  const { stops, crew } = view;
  const here = stops.find(({ state }) => state === 'here');
  if (here) return fill(words.mapCrewAt, { place: here.place });
  const ahead = stops.find(({ state }) => state === 'driving');
  if (!ahead || !crew?.point) return null;
  const road = snappedCrew(view)?.ahead;
  const miles = road ? milesAlong([...road, ahead.point]) : milesBetween(crew.point, ahead.point);
  const away = fill(road ? words.mapCrewAwayByRoad : words.mapCrewAway, {
    distance: formatMiles(miles, words, times),
    place: ahead.place,
  });
  const isStale = isPositionFresh({ crew }, times) === false && crew.point_at !== null;
  return isStale ? `${away} ${fill(words.positionStale, { ago: times.ago(crew.point_at ?? 0) })}.` : away;
}

function describeRoute(view: TrackingView, words: Words, times: TimeFormatter): string | null {
  const { stops } = view;
  const [first, last] = [stops[0], stops.at(-1)];
  if (!first || !last) return null;
  const byRoad = milesByRoad(view);
  const distance = formatMiles(byRoad ?? milesBetween(first.point, last.point), words, times);
  const between = stops.length - 2;
  return [
    fill(byRoad === null ? words.mapRoute : words.mapRouteByRoad, {
      from: first.place,
      to: last.place,
      distance,
    }),
    ...(between > 0 ? [counted(words.mapVia_one, words.mapVia_other, between)] : []),
  ].join(' ');
}

/** null if the roads of a leg are not known. Lines begin and end beside a stop of which the viewer sees only the street. */
function milesByRoad({ stops, geometry }: TrackingView): number | null {
  let miles = 0;
  for (const [index, { point }] of stops.entries()) {
    const before = stops[index - 1];
    if (!before) continue;
    const road = geometry[index - 1];
    if (!road) return null;
    miles += milesAlong([before.point, ...road, point]);
  }
  return miles;
}

export function formatMiles(miles: number, words: Words, times: TimeFormatter): string {
  const digits = miles < 10 ? 1 : 0;
  const rounded = Math.max(0.1, Number(miles.toFixed(digits)));
  const count = times.number(rounded, Number.isInteger(rounded) ? 0 : digits);
  return fill(rounded === 1 ? words.mile : words.miles, { count });
}
