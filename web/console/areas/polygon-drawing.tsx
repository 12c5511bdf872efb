// Drawing of the polygons below their points: the area, the other areas, and the polygon that is being drawn.
import type { MapView } from '../../ui/map/use-map.ts';
import type { Point, Projection } from '../../ui/map-projection.ts';
import type { Polygon, Shape, VertexPath } from './coverage-shape.ts';

function outlineOf(polygon: Polygon, { spot }: Projection): string {
  return polygon.map((ring) => `M${ring.map((point) => formatSpot(point, spot)).join('L')}Z`).join('');
}

function svgPathOf(shape: Shape, projection: Projection): string {
  return shape.map((polygon) => outlineOf(polygon, projection)).join('');
}

function formatSpot(point: Point, spot: Projection['spot']): string {
  const { x, y } = spot(point);
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

interface PolygonAreasProps {
  readonly shape: Shape;
  readonly projection: Projection;
  readonly selected: VertexPath | null;
}

export function PolygonAreas({ shape, projection, selected }: PolygonAreasProps) {
  const chosen = selected && shape[selected.polygon];
  return (
    <>
      <path d={svgPathOf(shape, projection)} fillRule="evenodd" className="map-area" />
      {chosen && <path d={outlineOf(chosen, projection)} fillRule="evenodd" className="map-area-selected" />}
    </>
  );
}

interface OtherAreasProps {
  readonly shapes: readonly Shape[];
  readonly projection: Projection;
}

export function OtherAreas({ shapes, projection }: OtherAreasProps) {
  return shapes.map((shape, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: areas have no other identity here, and no state
    <path key={index} d={svgPathOf(shape, projection)} fillRule="evenodd" className="map-area-other" />
  ));
}

interface DraftLineProps {
  readonly points: readonly Point[];
  readonly view: MapView;
}

/** The points so far, and a cross in the centre: the key Enter adds a point there. */
export function DraftLine({ points, view: { projection, size } }: DraftLineProps) {
  const { width, height } = size;
  return (
    <>
      {points.length > 0 && (
        <path
          d={`M${points.map((point) => formatSpot(point, projection.spot)).join('L')}`}
          className="map-area-draft"
        />
      )}
      {points.map((point) => {
        const { x, y } = projection.spot(point);
        return <circle key={`${x} ${y}`} cx={x} cy={y} r="6" className="map-handle-dot" />;
      })}
      <path
        d={`M${width / 2 - 10} ${height / 2}h20M${width / 2} ${height / 2 - 10}v20`}
        className="map-cross"
      />
    </>
  );
}
