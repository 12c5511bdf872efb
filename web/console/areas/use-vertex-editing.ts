// Editing of points by pointer and keyboard: which point is selected, and what drags and keys do to it.
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { pointAt } from '../../ui/map/camera.ts';
import type { MapHandle } from '../../ui/map/use-map.ts';
import type { XY } from '../../ui/map-projection.ts';
import {
  deletePoint,
  deleteRing,
  insertAfter,
  MIN_POINTS,
  movePoint,
  pathsOf,
  ringAt,
  ringName,
  type Shape,
  type VertexPath,
} from './coverage-shape.ts';
import type { ShapeHistory } from './use-shape-history.ts';
import { formatPoint, isSamePath, pathKey, pointOf } from './vertex-handles.tsx';

interface VertexEditingOptions {
  readonly history: ShapeHistory;
  readonly map: MapHandle;
  /** Shows a message, and reads it out. */
  readonly say: (message: string) => void;
}

interface SelectOptions {
  readonly isFocused: boolean;
  readonly preventScroll?: boolean;
}

interface Grab {
  readonly path: VertexPath;
  /** Where the handle is. A new point is elsewhere: the middle in degrees is not the middle on the map. */
  readonly handle: XY;
  /** With the new point, if one is inserted. */
  readonly start: Shape;
}

/** A pointer that moved less than this was a click. */
const CLICK_PIXELS = 4;
const KEY_PIXELS = 10;
const SMALL_KEY_PIXELS = 1;
const within = (value: number, limit: number) => Math.max(0, Math.min(limit, value));
const keyMoves: Readonly<Record<string, XY>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

export function useVertexEditing({ history, map, say }: VertexEditingOptions) {
  const [chosen, setChosen] = useState<VertexPath | null>(null);
  const toFocus = useRef<{ readonly key: string; readonly preventScroll: boolean } | null>(null);
  // A key is held: one step for undo.
  const isMoving = useRef(false);
  const { shape } = history;
  const selected = chosen && ringAt(shape, chosen)[chosen.vertex] ? chosen : null;
  const { pane, view } = map;

  // Changes during a drag, for example when a phone shows or hides its address bar.
  const latestView = useRef(view);
  latestView.current = view;

  useEffect(() => {
    if (toFocus.current === null) return;
    const { key, preventScroll } = toFocus.current;
    const handle = pane.current?.querySelector<SVGElement>(`[data-vertex="${key}"]`);
    if (!handle) return;
    toFocus.current = null;
    handle.focus({ preventScroll });
  });

  const select = (path: VertexPath, { isFocused, preventScroll = false }: SelectOptions) => {
    setChosen(path);
    if (isFocused) toFocus.current = { key: pathKey(path), preventScroll };
  };
  /** Measured for each event: the page may scroll or change during a drag. */
  const spotOf = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }) => {
    const box = pane.current?.getBoundingClientRect();
    return box && { x: clientX - box.left, y: clientY - box.top };
  };
  const name = (path: VertexPath) => `${ringName(path)}, point ${path.vertex + 1}`;
  const change = (next: Shape) => {
    map.hold();
    history.begin();
    history.commit(next);
  };

  /** Until the pointer is released. Listens to the window: the element below the pointer may be replaced. */
  const follow = (event: PointerEvent, { path, handle, start }: Grab) => {
    const grabbed = spotOf(event);
    if (!grabbed || event.button !== 0) return;
    event.stopPropagation();
    const isInserted = start !== shape;
    const isTheSame = (other: globalThis.PointerEvent) => other.pointerId === event.pointerId;
    let latest = start;
    let isDragged = false;
    const move = (other: globalThis.PointerEvent) => {
      const spot = spotOf(other);
      if (!isTheSame(other) || !spot || !latestView.current) return;
      const by = { x: spot.x - grabbed.x, y: spot.y - grabbed.y };
      if (!isDragged && Math.hypot(by.x, by.y) < CLICK_PIXELS) return;
      if (!isDragged && !isInserted) history.begin();
      isDragged = true;
      const { projection, size } = latestView.current;
      // A point outside the visible part could not be dragged back.
      const place = { x: within(handle.x + by.x, size.width), y: within(handle.y + by.y, size.height) };
      latest = movePoint(start, path, pointAt(projection, place));
      history.show(latest);
    };
    const end = (other: globalThis.PointerEvent) => {
      if (!isTheSame(other)) return;
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
      if (latest !== shape) history.commit(latest);
      say(`${name(path)} is at ${formatPoint(pointOf(latest, path))}.`);
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', end);
    map.hold();
    if (isInserted) {
      history.begin();
      history.show(start);
    }
    // The page must not scroll below the pointer.
    select(path, { isFocused: true, preventScroll: true });
  };

  const insert = () => {
    if (!selected) return;
    const next = insertAfter(shape, selected);
    change(next);
    const added = { ...selected, vertex: selected.vertex + 1 };
    map.reveal(pointOf(next, added));
    select(added, { isFocused: true });
    say(`${name(added)} inserted.`);
  };
  const remove = () => {
    if (!selected) return;
    if (ringAt(shape, selected).length <= MIN_POINTS)
      return say(
        `${ringName(selected)} needs at least ${MIN_POINTS} points. Use "Delete the ${selected.ring > 0 ? 'hole' : 'polygon'}" instead.`,
      );
    const next = deletePoint(shape, selected);
    change(next);
    say(`${name(selected)} deleted.`);
    const before = { ...selected, vertex: Math.max(0, selected.vertex - 1) };
    map.reveal(pointOf(next, before));
    select(before, { isFocused: true });
  };
  const removeRing = () => {
    if (!selected) return;
    change(deleteRing(shape, selected));
    say(`${ringName(selected)} deleted.`);
    setChosen(null);
    pane.current?.focus();
  };
  const removeAll = () => {
    change([]);
    say('All polygons deleted. "Undo" brings them back.');
    setChosen(null);
    pane.current?.focus();
  };
  const undo = () => {
    map.hold();
    history.undo();
    say('Undone.');
  };
  const settle = () => {
    if (!isMoving.current) return;
    isMoving.current = false;
    history.commit();
  };
  const step = (path: VertexPath, by: number) => {
    settle();
    const paths = pathsOf(shape);
    const index = paths.findIndex((each) => isSamePath(each, path));
    const next = paths[(index + by + paths.length) % paths.length];
    if (!next) return;
    // A point outside of the map has no handle.
    map.reveal(pointOf(shape, next));
    select(next, { isFocused: true });
  };
  const nudge = (path: VertexPath, { x, y }: XY, pixels: number) => {
    if (!view) return;
    if (!isMoving.current) {
      map.hold();
      history.begin();
    }
    isMoving.current = true;
    const spot = view.projection.spot(pointOf(shape, path));
    const point = pointAt(view.projection, { x: spot.x + x * pixels, y: spot.y + y * pixels });
    const next = movePoint(shape, path, point);
    history.show(next);
    map.reveal(pointOf(next, path));
    say(`${name(path)} moved to ${formatPoint(pointOf(next, path))}.`);
  };

  const onKeyDown = (path: VertexPath, event: KeyboardEvent) => {
    const isShortcut = event.ctrlKey || event.metaKey || event.altKey;
    const move = keyMoves[event.key];
    if (isShortcut) {
      if (event.key !== 'z' || event.altKey) return;
      undo();
    } else if (move) nudge(path, move, event.shiftKey ? SMALL_KEY_PIXELS : KEY_PIXELS);
    else if (event.key === 'PageDown') step(path, 1);
    else if (event.key === 'PageUp') step(path, -1);
    else if (event.key === 'Insert' || event.key === 'Enter') insert();
    else if (event.key === 'Delete' || event.key === 'Backspace') remove();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return {
    selected,
    select,
    insert,
    remove,
    removeRing,
    removeAll,
    undo,
    handles: {
      selected,
      onKeyDown,
      onSettled: settle,
      onSelect: (path: VertexPath) => select(path, { isFocused: false }),
      onGrab: (path: VertexPath, event: PointerEvent) => {
        if (view) follow(event, { path, handle: view.projection.spot(pointOf(shape, path)), start: shape });
      },
      onSplit: (at: VertexPath, middle: XY, event: PointerEvent) => {
        const path = { ...at, vertex: at.vertex + 1 };
        follow(event, { path, handle: middle, start: insertAfter(shape, at) });
      },
    },
  };
}
