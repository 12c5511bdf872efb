// Raster tiles of an external tile source, and the scale bar.
import { type Projection, type Size, scaleBar, visibleTiles } from './map-projection.ts';

/** Maximum length of the scale bar in pixels. */
export const SCALE_BAR_MAX_PIXELS = 96;

interface RasterTilesProps {
  readonly projection: Projection;
  readonly size: Size;
  /** Tile URL with `{z}`, `{x}` and `{y}`. */
  readonly template: string;
}

export function RasterTiles({ projection, size, template }: RasterTilesProps) {
  return visibleTiles(projection, size, template).map(({ url, x, y, side }) => (
    <image key={url} href={url} x={x} y={y} width={side + 0.5} height={side + 0.5} />
  ));
}

interface MapScaleProps {
  readonly projection: Projection;
  /** Formatted distance. */
  readonly label: string;
}

export function MapScale({ projection, label }: MapScaleProps) {
  const { pixels } = scaleBar(projection.milesPerPixel, SCALE_BAR_MAX_PIXELS);
  const bar = `M.5-5V0H${pixels.toFixed(1)}V-5`;
  return (
    <svg width={SCALE_BAR_MAX_PIXELS + 24} height="28" aria-hidden="true">
      <g transform="translate(12 22)">
        <path d={bar} className="map-scale-halo" />
        <path d={bar} className="map-scale" />
        <text y="-9" className="map-scale-text">
          {label}
        </text>
      </g>
    </svg>
  );
}
