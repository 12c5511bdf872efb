// Map of the route, its stops and the crew, above the base map.
import { useMemo } from 'react';
import { classNames } from '../ui/class-names.ts';
import type { LocalizedTimeFormatter } from '../ui/localized-time.ts';
import { MapFrame } from '../ui/map/map-frame.tsx';
import type { Projection, Size, Spot } from '../ui/map-projection.ts';
import type { TrackingView } from './api.generated.ts';
import { describeMap, formatMiles } from './map-description.ts';
import { CrewMarker, StopMarker } from './map-markers.tsx';
import type { Words } from './messages.ts';

interface RouteMapProps {
  readonly view: TrackingView;
  readonly words: Words;
  readonly times: LocalizedTimeFormatter;
  readonly className?: string;
}

/** Space for the labels of stops, in pixels. */
const MARGIN = { x: 88, y: 40 };

export function RouteMap({ view, words, times, className }: RouteMapProps) {
  const caption = describeMap(view, words, times);
  const { stops, crew } = view;
  const points = useMemo(
    () => [...stops.map(({ point }) => point), ...(crew?.point ? [crew.point] : [])],
    [stops, crew],
  );
  return (
    <figure
      className={classNames('flex flex-col overflow-hidden rounded-2xl border bg-card shadow-xs', className)}
    >
      <div className="relative min-h-56 flex-1">
        <MapFrame
          source={view.map}
          {...{ points }}
          margin={MARGIN}
          label={`${words.mapLabel}. ${caption}`}
          texts={{
            zoomIn: words.mapZoomIn,
            zoomOut: words.mapZoomOut,
            showAll: words.mapShowAll,
            formatMiles: (miles) => formatMiles(miles, words, times),
          }}
          sharesGestures
        >
          {(projection, size) => <Drawing {...{ view, words, projection, size }} />}
        </MapFrame>
      </div>
      <figcaption className="border-t px-4 py-2.5 text-[0.8125rem] text-muted">{caption}</figcaption>
    </figure>
  );
}

interface DrawingProps {
  readonly view: TrackingView;
  readonly words: Words;
  readonly projection: Projection;
  readonly size: Size;
}

function Drawing({ view, words, projection, size }: DrawingProps) {
  const { stops, crew } = view;
  const spots = stops.map(({ point }) => projection.spot(point));
  const crewSpot = crew?.point ? projection.spot(crew.point) : null;
  const middle = spots.reduce((sum, { x }) => sum + x, 0) / spots.length;
  const ahead = stops.findIndex(({ state }) => state === 'driving');
  return (
    <>
      {spots.slice(1).map(
        (to, index) =>
          // The current leg is drawn from the crew's position instead (`map-approach`).
          !(crewSpot && index + 1 === ahead) && (
            <Leg
              key={stops[index + 1]?.position}
              from={spots[index]}
              to={to}
              isDone={isPassed(view, index + 1)}
            />
          ),
      )}
      {crewSpot && spots[ahead] && (
        <path d={`M${at(crewSpot)}L${at(spots[ahead])}`} className="map-approach" />
      )}
      {spots.map((spot, position) => (
        <StopMarker key={stops[position]?.position} {...{ view, words, spot, position, size, middle }} />
      ))}
      {crewSpot && <CrewMarker spot={crewSpot} label={words.mapCrew} />}
    </>
  );
}

const at = ({ x, y }: Spot) => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** The crew has reached this stop, or it was skipped. */
function isPassed({ stops }: TrackingView, position: number): boolean {
  return ['here', 'done', 'skipped'].includes(stops[position]?.state ?? '');
}

/** Curved, to show that the line is schematic: the actual roads are not known. */
function Leg({ from, to, isDone }: { from: Spot | undefined; to: Spot; isDone: boolean }) {
  if (!from) return null;
  const bend = {
    x: (from.x + to.x) / 2 - (to.y - from.y) * 0.12,
    y: (from.y + to.y) / 2 + (to.x - from.x) * 0.12,
  };
  return (
    <path d={`M${at(from)}Q${at(bend)} ${at(to)}`} className={isDone ? 'map-leg map-leg-done' : 'map-leg'} />
  );
}
