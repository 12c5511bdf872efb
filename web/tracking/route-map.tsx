// SVG map of the route, its stops and the crew. Tiles are drawn below if a tile source is configured; otherwise the
// background is a grid with a scale bar.
import '../ui/map.css';
import { classNames } from '../ui/class-names.ts';
import type { LocalizedTimeFormatter } from '../ui/localized-time.ts';
import { MapBackground, MapScale, SCALE_BAR_MAX_PIXELS } from '../ui/map-background.tsx';
import { fitted, type Size, type Spot, scaleBar } from '../ui/map-projection.ts';
import { useSize } from '../ui/use-size.ts';
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
  const [ref, size] = useSize();
  const caption = describeMap(view, words, times);
  return (
    <figure
      className={classNames('flex flex-col overflow-hidden rounded-2xl border bg-card shadow-xs', className)}
    >
      <div ref={ref} className="relative min-h-56 flex-1">
        {size && <Drawing {...{ view, words, times, size }} caption={`${words.mapLabel}. ${caption}`} />}
        {view.map && view.map.attribution !== '' && (
          <p className="absolute right-0 bottom-0 rounded-tl-md bg-card/85 px-1.5 py-0.5 text-[0.6875rem] text-ink">
            {view.map.attribution}
          </p>
        )}
      </div>
      <figcaption className="border-t px-4 py-2.5 text-[0.8125rem] text-muted">{caption}</figcaption>
    </figure>
  );
}

interface DrawingProps {
  readonly view: TrackingView;
  readonly words: Words;
  readonly times: LocalizedTimeFormatter;
  readonly size: Size;
  readonly caption: string;
}

function Drawing({ view, words, times, size, caption }: DrawingProps) {
  const { stops, crew } = view;
  const points = [...stops.map(({ point }) => point), ...(crew?.point ? [crew.point] : [])];
  const projection = fitted(points, size, MARGIN);
  const spots = stops.map(({ point }) => projection.spot(point));
  const crewSpot = crew?.point ? projection.spot(crew.point) : null;
  const middle = spots.reduce((sum, { x }) => sum + x, 0) / spots.length;
  const ahead = stops.findIndex(({ state }) => state === 'driving');
  return (
    <svg
      role="img"
      aria-label={caption}
      viewBox={`0 0 ${size.width} ${size.height}`}
      className="absolute inset-0 size-full"
    >
      <MapBackground {...{ projection, size }} template={view.map?.tile_url ?? null} />
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
      {!view.map && (
        <MapScale
          {...{ projection, size, spots }}
          label={formatMiles(scaleBar(projection.milesPerPixel, SCALE_BAR_MAX_PIXELS).miles, words, times)}
        />
      )}
    </svg>
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
