// Map of a job: its stops and the position of this phone, while it is shared.
import { useEffect, useState } from 'react';
import { fill } from '../../ui/interpolate.ts';
import type { MapTexts } from '../../ui/map/map-frame.tsx';
import type { MapMarker } from '../../ui/map/marker-layout.ts';
import { MarkerMap } from '../../ui/map/marker-map.tsx';
import { legLine, type MapRoute } from '../../ui/map/route-line.tsx';
import { snapToLine } from '../../ui/map/snap-to-line.ts';
import type { CrewStop, Point } from '../api.generated.ts';
import { lastPoint } from '../offline/share-location.ts';
import type { DayProps, StopProps } from './day-props.ts';

const POSITION_MS = 5_000;

export function JobMap({ words, times, day, job, stop: current }: StopProps) {
  const here = useLastPoint();
  const stops = job.stops.map(
    (stop): MapMarker => ({
      id: stop.id,
      point: stop.point,
      kind: 'stop',
      text: `${stop.position + 1}`,
      name: stop.name,
      description: `${stop.position + 1}. ${stop.name}, ${stop.locality}`,
      look: lookOf(stop, current),
      hue: null,
    }),
  );
  const me: MapMarker[] = here
    ? [
        {
          id: 'here',
          point: here,
          kind: 'crew',
          text: '',
          name: words.mapYou,
          description: words.mapYou,
          look: 'open',
          hue: null,
        },
      ]
    : [];
  // The legs that are not driven yet. The first one starts here.
  const routes = job.stops.flatMap(({ id, position, point }): MapRoute[] => {
    const isDriving = position === current.position && current.state === 'driving';
    const from = isDriving && here ? here : job.stops[position - 1]?.point;
    if (!from || position < current.position) return [];
    const roads = job.geometry[position - 1];
    const known = isDriving && here ? roads && snapToLine(here, roads)?.ahead : roads;
    return [{ id, ...legLine(from, point, known), look: isDriving ? 'ahead' : 'quiet', hue: null }];
  });
  return (
    <MarkerMap
      source={day.map}
      markers={[...stops, ...me]}
      routes={routes}
      texts={mapTexts(words, times)}
      label={words.stops}
      sharesGestures
    />
  );
}

function lookOf({ id, state }: CrewStop, current: CrewStop): MapMarker['look'] {
  if (state === 'done') return 'done';
  if (state === 'skipped') return 'stale';
  return id === current.id ? 'current' : 'open';
}

function useLastPoint(): Point | null {
  const [point, setPoint] = useState(lastPoint);
  useEffect(() => {
    const timer = setInterval(() => setPoint(lastPoint()), POSITION_MS);
    return () => clearInterval(timer);
  }, []);
  return point;
}

function mapTexts(words: DayProps['words'], times: DayProps['times']): MapTexts {
  return {
    kind: words.mapKind,
    keys: words.mapKeys,
    zoomIn: words.mapZoomIn,
    zoomOut: words.mapZoomOut,
    showAll: words.mapShowAll,
    formatMiles: (miles) => fill(words.mapMiles, { count: times.number(miles, miles < 1 ? 2 : 0) }),
  };
}
