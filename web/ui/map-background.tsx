// Map background: raster tiles if a tile source is configured, otherwise a plain grid. Also the scale bar.
import { useId } from 'react';
import { type Projection, type Size, type Spot, scaleBar, visibleTiles } from './map-projection.ts';

/** Maximum length of the scale bar in pixels. */
export const SCALE_BAR_MAX_PIXELS = 96;

interface MapBackgroundProps {
  readonly projection: Projection;
  readonly size: Size;
  /** Tile URL with `{z}`, `{x}` and `{y}`; null if no tile source is configured. */
  readonly template: string | null;
}

export function MapBackground({ projection, size, template }: MapBackgroundProps) {
  const id = useId();
  if (template !== null) {
    return visibleTiles(projection, size, template).map(({ url, x, y, side }) => (
      <image key={url} href={url} x={x} y={y} width={side + 0.5} height={side + 0.5} />
    ));
  }
  const { pixels } = scaleBar(projection.milesPerPixel, SCALE_BAR_MAX_PIXELS);
  const [x, y] = [
    -(projection.origin.x * projection.scale) % pixels,
    -(projection.origin.y * projection.scale) % pixels,
  ];
  return (
    <>
      <pattern id={id} width={pixels} height={pixels} x={x} y={y} patternUnits="userSpaceOnUse">
        <path d={`M0 .5H${pixels}M.5 0V${pixels}`} className="map-grid" />
      </pattern>
      <rect width={size.width} height={size.height} className="map-ground" />
      <rect width={size.width} height={size.height} fill={`url(#${id})`} />
    </>
  );
}

interface MapScaleProps {
  readonly projection: Projection;
  readonly size: Size;
  /** Formatted distance. */
  readonly label: string;
  /** Positions of markers: the bar moves to the right if one is in the lower left. */
  readonly spots: readonly Spot[];
}

export function MapScale({ projection, size, label, spots }: MapScaleProps) {
  const { pixels } = scaleBar(projection.milesPerPixel, SCALE_BAR_MAX_PIXELS);
  const isCornerOccupied = spots.some(({ x, y }) => x < size.width / 2 && y > size.height - 80);
  const left = isCornerOccupied ? size.width - pixels - 16 : 16;
  return (
    <g transform={`translate(${left} ${size.height - 16})`}>
      <path d={`M.5-5V0H${pixels}V-5`} className="map-scale" />
      <text y="-9" className="map-scale-text">
        {label}
      </text>
    </g>
  );
}
