// Markers and lines of the tracking map.
import { fill } from '../ui/interpolate.ts';
import type { MapMarker } from '../ui/map/marker-layout.ts';
import { legLine, type MapRoute } from '../ui/map/route-line.tsx';
import type { TimeFormatter } from '../ui/time-format.ts';
import type { Point, TrackingStop, TrackingView } from './api.generated.ts';
import { snappedCrew } from './crew-on-road.ts';
import { stopName } from './headline.ts';
import type { Words } from './messages.ts';
import { isPositionFresh } from './position-age.ts';

const stateWords = {
  waiting: 'waiting',
  next: 'next',
  driving: 'driving',
  here: 'hereNow',
  done: 'done',
  skipped: 'skipped',
} as const;

export function markersOf(view: TrackingView, words: Words, times: TimeFormatter): readonly MapMarker[] {
  const { stops } = view;
  const markers = stops.map((stop, position): MapMarker => {
    const name = stopName(view, position, words);
    return {
      id: `stop ${stop.position}`,
      point: stop.point,
      kind: 'stop',
      text: stop.state === 'skipped' ? '–' : `${position + 1}`,
      name,
      description: `${name}: ${stop.place}. ${words[stateWords[stop.state]]}`,
      look: lookOf(stop, position === view.focus),
      hue: null,
    };
  });
  const point = crewPoint(view);
  if (!point) return markers;
  const isFresh = isPositionFresh(view, times) === true;
  const description =
    isFresh || !view.crew?.point_at
      ? words.mapCrew
      : `${words.mapCrew}. ${fill(words.positionStale, { ago: times.ago(view.crew.point_at) })}`;
  const crewMarker: MapMarker = {
    id: 'crew',
    point,
    kind: 'crew',
    text: '',
    name: words.mapCrew,
    description,
    // A stale position does not pulse.
    look: isFresh ? 'current' : 'stale',
    hue: null,
  };
  return [...markers, crewMarker];
}

/** On the road if the crew is near it. */
function crewPoint(view: TrackingView): Point | null {
  const { crew } = view;
  return crew?.point ? (snappedCrew(view)?.point ?? crew.point) : null;
}

function lookOf({ state }: TrackingStop, isFocus: boolean): MapMarker['look'] {
  if (state === 'done') return 'done';
  if (state === 'skipped') return 'stale';
  return state === 'here' || isFocus ? 'current' : 'open';
}

/**
 * The crew and what is ahead of it: a crew that is near would stand on the stop if the map showed the completed stops too.
 * undefined without a crew on its way.
 */
export function pointsAhead(view: TrackingView): readonly Point[] | undefined {
  const crew = crewPoint(view);
  if (!crew) return undefined;
  const ahead = view.stops.filter(({ state }) => state !== 'done' && state !== 'skipped');
  const lines = routesOf(view).filter(({ id }) => ahead.some(({ position }) => id === `leg ${position}`));
  return [crew, ...ahead.map(({ point }) => point), ...lines.flatMap(({ points }) => points)];
}

/** One line per leg: legs that are driven look different. The current leg starts at the crew. */
export function routesOf(view: TrackingView): readonly MapRoute[] {
  const { stops, crew, geometry } = view;
  return stops.flatMap((stop, position): MapRoute[] => {
    const isAhead = stop.state === 'driving' && crew?.point != null;
    const from = isAhead ? crew.point : stops[position - 1]?.point;
    if (!from) return [];
    const roads = isAhead ? snappedCrew(view)?.ahead : geometry[position - 1];
    const isDone = ['here', 'done', 'skipped'].includes(stop.state);
    const look = isDone ? 'done' : isAhead ? 'ahead' : 'quiet';
    return [{ id: `leg ${stop.position}`, ...legLine(from, stop.point, roads), look, hue: null }];
  });
}
