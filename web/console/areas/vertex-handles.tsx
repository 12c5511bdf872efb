// Points of the polygons on the map: dragged with mouse or finger, or moved with the arrow keys. One of them is in the tab
// order (roving tabindex).
import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react';
import type { MapView } from '../../ui/map/use-map.ts';
import type { Point, XY } from '../../ui/map-projection.ts';
import { pathsOf, ringAt, ringName, type Shape, type VertexPath } from './coverage-shape.ts';

interface VertexHandlesProps {
  readonly shape: Shape;
  readonly view: MapView;
  readonly selected: VertexPath | null;
  /** Id of the text that explains the keys. */
  readonly helpId: string;
  readonly onGrab: (at: VertexPath, event: PointerEvent) => void;
  /** A point is inserted after `at` and grabbed at `middle`. */
  readonly onSplit: (at: VertexPath, middle: XY, event: PointerEvent) => void;
  readonly onKeyDown: (at: VertexPath, event: KeyboardEvent) => void;
  readonly onSettled: () => void;
  readonly onSelect: (at: VertexPath) => void;
}

/** More handles than this cover the map. */
export const MAX_HANDLES = 300;
/** Edges that are shorter have no handle in their middle. */
const MIN_EDGE_PIXELS = 44;

export const pathKey = ({ polygon, ring, vertex }: VertexPath) => `${polygon}-${ring}-${vertex}`;

export function visiblePaths(shape: Shape, { projection, size }: MapView): readonly VertexPath[] {
  return pathsOf(shape).filter((path) => {
    const { x, y } = projection.spot(pointOf(shape, path));
    return x > -20 && y > -20 && x < size.width + 20 && y < size.height + 20;
  });
}

export function pointOf(shape: Shape, path: VertexPath): Point {
  return ringAt(shape, path)[path.vertex] ?? [0, 0];
}

export function VertexHandles(props: VertexHandlesProps) {
  const { shape, view, selected } = props;
  const visible = visiblePaths(shape, view);
  const isCrowded = visible.length > MAX_HANDLES;
  // A crowded map shows the selected point only.
  const shown = isCrowded ? pathsOf(shape).filter((path) => isSamePath(path, selected)) : visible;
  const inTabOrder = shown.find((path) => isSamePath(path, selected)) ?? shown[0];
  return (
    <>
      {!isCrowded && shown.map((path) => <EdgeHandle key={`edge ${pathKey(path)}`} {...props} path={path} />)}
      {shown.map((path) => (
        <VertexHandle
          key={pathKey(path)}
          {...props}
          path={path}
          isSelected={isSamePath(path, selected)}
          isInTabOrder={path === inTabOrder}
        />
      ))}
    </>
  );
}

export function isSamePath(one: VertexPath, other: VertexPath | null): boolean {
  return other !== null && pathKey(one) === pathKey(other);
}

/** The grabbed point already has the focus. The browser would give it to the map, and select text during the drag. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

const translate = ({ x, y }: XY) => `translate(${x.toFixed(1)} ${y.toFixed(1)})`;

interface HandleProps extends VertexHandlesProps {
  readonly path: VertexPath;
}

function EdgeHandle({ shape, view, path, onSplit }: HandleProps) {
  const ring = ringAt(shape, path);
  const [from, to] = [ring[path.vertex], ring[(path.vertex + 1) % ring.length]];
  if (!from || !to) return null;
  const [start, end] = [view.projection.spot(from), view.projection.spot(to)];
  const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
  const isVisible = middle.x > 0 && middle.y > 0 && middle.x < view.size.width && middle.y < view.size.height;
  if (!isVisible || Math.hypot(end.x - start.x, end.y - start.y) < MIN_EDGE_PIXELS) return null;
  return (
    <g
      aria-hidden
      className="map-edge-handle"
      transform={translate(middle)}
      onPointerDown={(event) => onSplit(path, middle, event)}
      onMouseDown={keepFocus}
    >
      <circle r="14" className="map-handle-area" />
      <circle r="5" className="map-handle-dot" />
    </g>
  );
}

interface VertexHandleProps extends HandleProps {
  readonly isSelected: boolean;
  readonly isInTabOrder: boolean;
}

function VertexHandle(props: VertexHandleProps) {
  const { shape, view, path, isSelected, isInTabOrder, helpId } = props;
  const point = pointOf(shape, path);
  const count = ringAt(shape, path).length;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button of HTML cannot stand in a drawing
    <g
      role="button"
      aria-roledescription="movable point"
      aria-label={`${ringName(path)}, point ${path.vertex + 1} of ${count}: ${formatPoint(point)}`}
      aria-describedby={helpId}
      aria-pressed={isSelected}
      tabIndex={isInTabOrder ? 0 : -1}
      data-vertex={pathKey(path)}
      className={isSelected ? 'map-vertex map-vertex-selected' : 'map-vertex'}
      transform={translate(view.projection.spot(point))}
      onPointerDown={(event) => props.onGrab(path, event)}
      onMouseDown={keepFocus}
      onKeyDown={(event) => props.onKeyDown(path, event)}
      onKeyUp={props.onSettled}
      onBlur={props.onSettled}
      onFocus={() => props.onSelect(path)}
    >
      <circle r="16" className="map-handle-area" />
      <circle r="7" className="map-handle-dot" />
    </g>
  );
}

/** "39.28410 N, 76.61220 W" */
export function formatPoint([longitude, latitude]: Point): string {
  const part = (value: number, positive: string, negative: string) =>
    `${Math.abs(value).toFixed(5)} ${value < 0 ? negative : positive}`;
  return `${part(latitude, 'N', 'S')}, ${part(longitude, 'E', 'W')}`;
}
