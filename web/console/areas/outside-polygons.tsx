// Polygons of an area that are outside the visible part of the map, with buttons that show them.
import { Button } from '../../ui/button.tsx';
import type { MapView } from '../../ui/map/use-map.ts';
import type { Point } from '../../ui/map-projection.ts';
import type { Polygon, Shape } from './coverage-shape.ts';

/** More buttons would be harder to use than the map. */
const MAX_BUTTONS = 12;

interface OutsidePolygonsProps {
  readonly shape: Shape;
  readonly view: MapView;
  readonly onShow: (points: readonly Point[]) => void;
}

export function OutsidePolygons({ shape, view, onShow }: OutsidePolygonsProps) {
  const outside = shape.flatMap((polygon, nth) =>
    isOutside(polygon, view) ? [{ points: polygon.flat(), name: `polygon ${nth + 1}` }] : [],
  );
  if (outside.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 text-[0.8125rem]">
      <p>
        {outside.length} of {shape.length === 1 ? '1 polygon' : `${shape.length} polygons`} outside the map:
      </p>
      {outside.slice(0, MAX_BUTTONS).map(({ points, name }) => (
        <Button key={name} size="small" look="plain" onClick={() => onShow(points)}>
          Show {name}
        </Button>
      ))}
    </div>
  );
}

/** By the box around the polygon: a polygon that is larger than the map is not outside. */
function isOutside(polygon: Polygon, { projection, size }: MapView): boolean {
  const spots = polygon.flat().map(projection.spot);
  if (spots.length === 0) return false;
  return (
    spots.every(({ x }) => x < 0) ||
    spots.every(({ x }) => x > size.width) ||
    spots.every(({ y }) => y < 0) ||
    spots.every(({ y }) => y > size.height)
  );
}
