// Text description of the map: its accessible name and visible caption.

import { counted, fill } from '../ui/interpolate.ts';
import { milesBetween } from '../ui/map-projection.ts';
import type { TimeFormatter } from '../ui/time-format.ts';
import type { TrackingView } from './api.generated.ts';
import type { Words } from './messages.ts';
import { isPositionFresh } from './position-age.ts';

export function describeMap(view: TrackingView, words: Words, times: TimeFormatter): string {
  return [describeCrew(view, words, times), describeRoute(view, words, times)].filter(Boolean).join(' ');
}

function describeCrew({ stops, crew }: TrackingView, words: Words, times: TimeFormatter): string | null {
  const here = stops.find(({ state }) => state === 'here');
  if (here) return fill(words.mapCrewAt, { place: here.place });
  const ahead = stops.find(({ state }) => state === 'driving');
  if (!ahead || !crew?.point) return null;
  const distance = formatMiles(milesBetween(crew.point, ahead.point), words, times);
  const away = fill(words.mapCrewAway, { distance, place: ahead.place });
  const isStale = isPositionFresh({ crew }, times) === false && crew.point_at !== null;
  return isStale ? `${away} ${fill(words.positionStale, { ago: times.ago(crew.point_at ?? 0) })}.` : away;
}

function describeRoute({ stops }: TrackingView, words: Words, times: TimeFormatter): string | null {
  const [first, last] = [stops[0], stops.at(-1)];
  if (!first || !last) return null;
  const distance = formatMiles(milesBetween(first.point, last.point), words, times);
  const between = stops.length - 2;
  return [
    fill(words.mapRoute, { from: first.place, to: last.place, distance }),
    ...(between > 0 ? [counted(words.mapVia_one, words.mapVia_other, between)] : []),
  ].join(' ');
}

export function formatMiles(miles: number, words: Words, times: TimeFormatter): string {
  const digits = miles < 10 ? 1 : 0;
  const rounded = Math.max(0.1, Number(miles.toFixed(digits)));
  const count = times.number(rounded, Number.isInteger(rounded) ? 0 : digits);
  return fill(rounded === 1 ? words.mile : words.miles, { count });
}
