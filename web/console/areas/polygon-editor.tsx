// Map on which the polygons of an area are drawn and changed.
import { useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { englishMapTexts } from '../../ui/map/english-map-texts.ts';
import { MapFrame, type MapSource } from '../../ui/map/map-frame.tsx';
import { useMap } from '../../ui/map/use-map.ts';
import type { Point } from '../../ui/map-projection.ts';
import { limited, MIN_POINTS, pathsOf, pointsToShow, type Shape } from './coverage-shape.ts';
import { OutsidePolygons } from './outside-polygons.tsx';
import { DraftLine, OtherAreas, PolygonAreas } from './polygon-drawing.tsx';
import type { ShapeHistory } from './use-shape-history.ts';
import { useVertexEditing } from './use-vertex-editing.ts';
import { formatPoint, MAX_HANDLES, VertexHandles, visiblePaths } from './vertex-handles.tsx';
import { ZoomHint, zoomKey } from './zoom-hint.tsx';

interface PolygonEditorProps {
  readonly history: ShapeHistory;
  readonly source: MapSource;
  /** Outlines of the other areas, for orientation. */
  readonly others: readonly Shape[];
  readonly isReadOnly: boolean;
  /** Points of the polygon that is being drawn; null: none. They outlive this component. */
  readonly drawn: readonly Point[] | null;
  readonly onDraw: (points: readonly Point[] | null) => void;
}

const MARGIN = { x: 40, y: 40 };
/** The contiguous United States. */
const COUNTRY: readonly Point[] = [
  [-124.7, 24.5],
  [-66.9, 49.4],
];

export function PolygonEditor(props: PolygonEditorProps) {
  const { history, source, others, isReadOnly, drawn, onDraw: setDrawn } = props;
  const { shape } = history;
  const helpId = useId();
  const [said, setSaid] = useState(() =>
    drawn?.length ? `Your polygon with ${countOf(drawn.length, 'point')} is not finished yet.` : '',
  );
  const own = [...pointsToShow(shape), ...(drawn ?? [])];
  const near = own.length > 0 ? own : pointsToShow(others.flat());
  const addPoint = (point: Point) => {
    if (!drawn) return;
    map.hold();
    setDrawn([...drawn, limited(point)]);
    setSaid(`Point ${drawn.length + 1} added at ${formatPoint(limited(point))}.`);
  };
  const map = useMap({
    points: near.length > 0 ? near : COUNTRY,
    margin: MARGIN,
    sharesGestures: true,
    onPick: drawn ? addPoint : undefined,
  });
  const editing = useVertexEditing({ history, map, say: setSaid });
  const { view } = map;
  const begin = () => {
    setDrawn([]);
    map.hold();
    map.pane.current?.focus();
    setSaid('Click the corners of the polygon, or move the map with the arrow keys and press Enter.');
  };
  const finish = () => {
    if (!drawn || drawn.length < MIN_POINTS) return;
    history.begin();
    history.commit([...shape, [drawn]]);
    setDrawn(null);
    editing.select({ polygon: shape.length, ring: 0, vertex: 0 }, { isFocused: true });
    setSaid(`Polygon ${shape.length + 1} added with ${drawn.length} points.`);
  };
  const cancel = () => {
    setDrawn(null);
    setSaid('The new polygon was discarded.');
    map.pane.current?.focus();
  };
  const isCrowded = view !== null && visiblePaths(shape, view).length > MAX_HANDLES;
  return (
    <div className="grid gap-2">
      {!isReadOnly && (
        <div className="flex flex-wrap items-center gap-2">
          {drawn ? (
            <>
              <Button
                size="small"
                look="primary"
                icon="check"
                disabled={drawn.length < MIN_POINTS}
                onClick={finish}
              >
                Finish the polygon
              </Button>
              <Button
                size="small"
                icon="undo"
                disabled={drawn.length === 0}
                onClick={() => setDrawn(drawn.slice(0, -1))}
              >
                Remove the last point
              </Button>
              <Button size="small" look="plain" onClick={cancel}>
                Cancel
              </Button>
            </>
          ) : (
            <>
              <Button size="small" icon="plus" onClick={begin}>
                Draw a polygon
              </Button>
              <Button size="small" icon="undo" disabled={!history.canUndo} onClick={editing.undo}>
                Undo
              </Button>
              <Button size="small" icon="plus" disabled={!editing.selected} onClick={editing.insert}>
                Insert a point
              </Button>
              <Button size="small" icon="minus" disabled={!editing.selected} onClick={editing.remove}>
                Delete the point
              </Button>
              <Button
                size="small"
                look="danger-quiet"
                icon="trash"
                disabled={!editing.selected}
                onClick={editing.removeRing}
              >
                {editing.selected && editing.selected.ring > 0 ? 'Delete the hole' : 'Delete the polygon'}
              </Button>
              <Button
                size="small"
                look="danger-quiet"
                icon="trash"
                disabled={shape.length === 0}
                onClick={editing.removeAll}
              >
                Delete all
              </Button>
            </>
          )}
        </div>
      )}
      <div className="relative h-[min(32rem,60dvh)] overflow-hidden rounded-xl border">
        <ZoomHint>
          <MapFrame
            {...{ map, source }}
            texts={englishMapTexts}
            label={`Map of the coverage: ${countOf(shape.length, 'polygon')}, ${countOf(pathsOf(shape).length, 'point')}`}
            drawing={
              view && (
                <>
                  <OtherAreas shapes={others} projection={view.projection} />
                  <PolygonAreas shape={shape} projection={view.projection} selected={editing.selected} />
                  {drawn && <DraftLine points={drawn} view={view} />}
                </>
              )
            }
          >
            {view && !isReadOnly && !drawn && (
              <VertexHandles {...{ shape, view, helpId, ...editing.handles }} />
            )}
          </MapFrame>
        </ZoomHint>
      </div>
      {view && <OutsidePolygons {...{ shape, view }} onShow={map.zoomTo} />}
      <p className="text-[0.8125rem] text-muted">
        Hold {zoomKey} and scroll to zoom the map, or use its buttons.
      </p>
      <p id={helpId} className="text-[0.8125rem] text-muted" hidden={isReadOnly}>
        {isCrowded
          ? 'Zoom in to see the points.'
          : 'Drag a point to move it, and the middle of an edge to insert one. By keyboard: arrow keys move the point (with Shift in small steps), Page Up and Page Down select another one, Insert or Enter adds one, Delete removes it, Ctrl+Z undoes.'}
      </p>
      <p role="status" className="min-h-5 text-[0.8125rem]">
        {said}
      </p>
    </div>
  );
}

const countOf = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`;
