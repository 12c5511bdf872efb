// A map that can be moved: base map, drawing of the caller above it, zoom buttons, scale and attribution.
import '../map.css';
import { type ReactNode, useId } from 'react';
import { Icon } from '../icon.tsx';
import { MapScale, RasterTiles, SCALE_BAR_MAX_PIXELS } from '../map-background.tsx';
import { type Size, scaleBar } from '../map-projection.ts';
import { BaseMap } from './base-map.tsx';
import type { Box } from './label-collisions.ts';
import type { MapHandle } from './use-map.ts';

export interface MapSource {
  /** `vector`: tiles of this server. `raster`: tiles of a service that the operator has chosen. */
  readonly kind: 'vector' | 'raster';
  readonly url: string;
  readonly attribution: string;
}

export interface MapTexts {
  /** Kind of the element, for screen readers: "map". */
  readonly kind: string;
  /** How to use the map by keyboard. */
  readonly keys: string;
  readonly zoomIn: string;
  readonly zoomOut: string;
  readonly showAll: string;
  /** Name of a group of markers that are too close to one another, on maps that form groups. */
  readonly cluster?: (count: number, names: string) => string;
  readonly formatMiles: (miles: number) => string;
}

interface MapFrameProps {
  readonly map: MapHandle;
  readonly source: MapSource;
  readonly texts: MapTexts;
  readonly label: string;
  /** What the map shows, as a list for people who do not see it. */
  readonly contents?: readonly { readonly id: string; readonly description: string }[];
  /** Boxes that the labels of the base map leave free. */
  readonly taken?: readonly Box[];
  /** Lines and areas above the base map (SVG), hidden from screen readers. */
  readonly drawing?: ReactNode;
  /** Markers and handles above the drawing (SVG). */
  readonly children: ReactNode;
}

const nothingTaken: readonly Box[] = [];

export function MapFrame({
  map,
  source,
  texts,
  label,
  contents = [],
  taken = nothingTaken,
  drawing,
  children,
}: MapFrameProps) {
  const { view, handlers, isMoved } = map;
  const id = useId();
  return (
    <div ref={map.frame} className="absolute inset-0 overflow-hidden">
      {/* biome-ignore lint/a11y/useSemanticElements: a map is not a set of fields */}
      <div
        ref={map.pane}
        role="group"
        aria-roledescription={texts.kind}
        aria-label={label}
        aria-describedby={`${id}-keys`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the map
        tabIndex={0}
        className={map.sharesGestures ? 'map-pane map-pane-shared' : 'map-pane'}
        {...handlers}
      >
        {view && source.kind === 'vector' && (
          <BaseMap template={source.url} projection={view.projection} size={view.size} taken={taken} />
        )}
        {view && (
          <>
            <svg viewBox={viewBoxOf(view.size)} className="map-layer" aria-hidden="true">
              {source.kind === 'raster' && <RasterTiles {...view} template={source.url} />}
              {drawing}
            </svg>
            {/* biome-ignore lint/a11y/noSvgWithoutTitle: the group around it has the name */}
            <svg viewBox={viewBoxOf(view.size)} className="map-layer">
              {children}
            </svg>
          </>
        )}
      </div>
      <p id={`${id}-keys`} hidden>
        {texts.keys}
      </p>
      {contents.length > 0 && (
        <ul className="sr-only">
          {contents.map(({ id: key, description }) => (
            <li key={key}>{description}</li>
          ))}
        </ul>
      )}
      {view && (
        <div className="map-buttons">
          <button type="button" aria-label={texts.zoomIn} onClick={() => map.zoomBy(1)}>
            <Icon name="plus" />
          </button>
          <button type="button" aria-label={texts.zoomOut} onClick={() => map.zoomBy(-1)}>
            <Icon name="minus" />
          </button>
          {isMoved && (
            <button
              type="button"
              aria-label={texts.showAll}
              onClick={() => {
                // The button disappears: the focus stays with the map.
                map.pane.current?.focus();
                map.fit();
              }}
            >
              <Icon name="fit" />
            </button>
          )}
        </div>
      )}
      <div className="map-footer">
        {source.attribution !== '' && (
          <p className="rounded-tl-md bg-card/85 px-1.5 py-0.5 text-[0.6875rem] text-ink">
            {source.attribution}
          </p>
        )}
        {view && (
          <MapScale
            projection={view.projection}
            label={texts.formatMiles(scaleBar(view.projection.milesPerPixel, SCALE_BAR_MAX_PIXELS).miles)}
          />
        )}
      </div>
    </div>
  );
}

const viewBoxOf = ({ width, height }: Size) => `0 0 ${width} ${height}`;
