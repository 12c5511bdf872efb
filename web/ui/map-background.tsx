// Tiles that are pictures of a tile source, and the scale bar.
import { type Projection, type Size, scaleBar, visibleTiles } from './map-projection.ts';

/** Maximum length of the scale bar in pixels. */
export const SCALE_BAR_MAX_PIXELS = 96;

interface PictureTilesProps {
  readonly projection: Projection;
  readonly size: Size;
  /** Tile URL with `{z}`, `{x}` and `{y}`. */
  readonly template: string;
}

export function PictureTiles({ projection, size, template }: PictureTilesProps) {
  return visibleTiles(projection, size, template).map(({ url, x, y, side }) => (
    <image key={url} href={url} x={x} y={y} width={side + 0.5} height={side + 0.5} />
  ));
}

interface MapScaleProps {
  readonly projection: Projection;
  readonly size: Size;
  /** Formatted distance. */
  readonly label: string;
}

export function MapScale({ projection, size, label }: MapScaleProps) {
  const { pixels } = scaleBar(projection.milesPerPixel, SCALE_BAR_MAX_PIXELS);
  // Above the attribution, which may fill the width of a phone.
  return (
    <g transform={`translate(12 ${size.height - 28})`}>
      <path d={`M.5-5V0H${pixels}V-5`} className="map-scale-halo" />
      <path d={`M.5-5V0H${pixels}V-5`} className="map-scale" />
      <text y="-9" className="map-scale-text">
        {label}
      </text>
    </g>
  );
}
