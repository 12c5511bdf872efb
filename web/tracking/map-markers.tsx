// Map markers of stops and of the crew.

import type { Size, Spot } from '../ui/map-projection.ts';
import type { TrackingView } from './api.generated.ts';
import { stopName } from './headline.ts';
import type { Words } from './messages.ts';

interface StopMarkerProps {
  readonly view: TrackingView;
  readonly words: Words;
  readonly spot: Spot;
  readonly position: number;
  readonly size: Size;
  /** Mean x position of the stops. */
  readonly middle: number;
}

const LABEL_WIDTH = 96;

/** Places the label on the outer side of the stop, away from the other stops, if there is room. */
function isLabelLeft({ x }: Spot, middle: number, { width }: Size): boolean {
  return x < middle - 1 ? x > LABEL_WIDTH : width - x < LABEL_WIDTH;
}

export function StopMarker({ view, words, spot, position, size, middle }: StopMarkerProps) {
  const stop = view.stops[position];
  if (!stop) return null;
  const isOver = stop.state === 'done' || stop.state === 'skipped';
  const isHere = stop.state === 'here';
  const isFocus = position === view.focus && !isOver;
  const isLeft = isLabelLeft(spot, middle, size);
  return (
    <g transform={`translate(${spot.x.toFixed(1)} ${spot.y.toFixed(1)})`}>
      {isHere && <circle r="13" className="map-pulse" />}
      <circle r="13" className={isOver || isHere || isFocus ? 'map-stop map-stop-strong' : 'map-stop'} />
      {stop.state === 'done' ? (
        <path d="M-5 .5l3.5 3.5 6.5-7.500" className="map-check" />
      ) : (
        <text y="4.5" className={isOver || isHere || isFocus ? 'map-letter map-letter-strong' : 'map-letter'}>
          {position + 1}
        </text>
      )}
      <text x={isLeft ? -20 : 20} y="4.5" className={isLeft ? 'map-name map-name-left' : 'map-name'}>
        {stopName(view, position, words)}
      </text>
    </g>
  );
}

export function CrewMarker({ spot, label }: { readonly spot: Spot; readonly label: string }) {
  // Positioned by CSS instead of the SVG attribute, so that the CSS transition animates it.
  return (
    <g className="map-crew" style={{ transform: `translate(${spot.x}px, ${spot.y}px)` }}>
      <circle r="17" className="map-pulse" />
      <circle r="17" className="map-puck" />
      <path
        d="M-9-5.500H1.500V4H-9zM1.500-2.500H5.500L9 1V4H1.500M-6.800 4.300a1.800 1.800 0 103.600 0 1.800 1.800 0 10-3.600 0M3.200 4.300a1.800 1.800 0 103.600 0 1.800 1.800 0 10-3.600 0"
        className="map-truck"
      />
      <title>{label}</title>
    </g>
  );
}
