// A map that can be moved: base map, drawing of the caller above it, zoom buttons, scale and attribution.
import '../map.css';
import { type ReactNode, useMemo, useRef } from 'react';
import { Icon } from '../icon.tsx';
import { MapBackground, MapScale, SCALE_BAR_MAX_PIXELS } from '../map-background.tsx';
import { type Point, type Projection, type Size, type Spot, scaleBar } from '../map-projection.ts';
import { useSize } from '../use-size.ts';
import { BaseMap } from './base-map.tsx';
import { projectionOf } from './camera.ts';
import { useCamera } from './use-camera.ts';

export interface MapSource {
  /** `vector`: tiles of this server. `picture`: tiles of a service that the operator has chosen. */
  readonly kind: 'vector' | 'picture';
  readonly url: string;
  readonly attribution: string;
}

export interface MapTexts {
  readonly zoomIn: string;
  readonly zoomOut: string;
  readonly showAll: string;
  readonly formatMiles: (miles: number) => string;
}

interface MapFrameProps {
  readonly source: MapSource | null;
  /** What the map shows until it is moved. */
  readonly points: readonly Point[];
  readonly margin: Spot;
  readonly texts: MapTexts;
  /** Description of the content for people who do not see it. */
  readonly label: string;
  readonly sharesGestures?: boolean;
  /** SVG above the base map. */
  readonly children: (projection: Projection, size: Size) => ReactNode;
}

export function MapFrame({
  source,
  points,
  margin,
  texts,
  label,
  sharesGestures = false,
  children,
}: MapFrameProps) {
  const [ref, size] = useSize();
  const element = useRef<HTMLDivElement>(null);
  const { camera, isMoved, zoomBy, fit, handlers } = useCamera({
    element,
    size,
    points,
    margin,
    sharesGestures,
  });
  const projection = useMemo(() => (camera && size ? projectionOf(camera, size) : null), [camera, size]);
  const spots = useMemo(() => (projection ? points.map(projection.spot) : []), [projection, points]);
  return (
    <div ref={ref} className="absolute inset-0">
      {projection && size && (
        <>
          {/* biome-ignore lint/a11y/useSemanticElements: a map is not a set of fields */}
          <div
            ref={element}
            role="group"
            aria-label={label}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the map
            tabIndex={0}
            className={sharesGestures ? 'map-pane map-pane-shared' : 'map-pane'}
            {...handlers}
          >
            {source?.kind === 'vector' && (
              <BaseMap template={source.url} {...{ projection, size }} taken={spots} />
            )}
            <svg
              viewBox={`0 0 ${size.width} ${size.height}`}
              className="absolute inset-0 size-full"
              aria-hidden="true"
            >
              {source?.kind !== 'vector' && (
                <MapBackground {...{ projection, size }} template={source?.url ?? null} />
              )}
              {children(projection, size)}
              <MapScale
                {...{ projection, size, spots }}
                label={texts.formatMiles(scaleBar(projection.milesPerPixel, SCALE_BAR_MAX_PIXELS).miles)}
              />
            </svg>
          </div>
          <div className="map-buttons">
            <button type="button" aria-label={texts.zoomIn} onClick={() => zoomBy(1)}>
              <Icon name="plus" />
            </button>
            <button type="button" aria-label={texts.zoomOut} onClick={() => zoomBy(-1)}>
              <Icon name="minus" />
            </button>
            {isMoved && (
              <button type="button" aria-label={texts.showAll} onClick={fit}>
                <Icon name="fit" />
              </button>
            )}
          </div>
        </>
      )}
      {source && source.attribution !== '' && (
        <p className="absolute right-0 bottom-0 rounded-tl-md bg-card/85 px-1.5 py-0.5 text-[0.6875rem] text-ink">
          {source.attribution}
        </p>
      )}
    </div>
  );
}
