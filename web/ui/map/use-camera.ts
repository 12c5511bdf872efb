// The camera of a map and the ways to move it: pointer (drag, pinch, double click), wheel, keyboard, buttons. Until a user
// moves it, it follows the content.
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { Point, Size, XY } from '../map-projection.ts';
import {
  type Camera,
  cameraFitting,
  isSameCamera,
  MAX_ZOOM,
  movedBy,
  pointAt,
  projectionOf,
  showing,
  zoomedAt,
} from './camera.ts';

const KEY_PIXELS = 80;
const WHEEL_ZOOM = 1 / 300;
/** A pointer that moved less than this was a click. */
const CLICK_PIXELS = 4;

export interface CameraOptions {
  readonly element: RefObject<HTMLElement | null>;
  readonly size: Size | null;
  readonly points: readonly Point[];
  /** Space around the points for their names, in pixels. */
  readonly margin: XY;
  /** Leaves the wheel and vertical swipes to the page, which the map is a part of. */
  readonly sharesGestures: boolean;
  /** A place was clicked, or the key Enter was pressed: then it is the centre. */
  readonly onPick?: ((point: Point) => void) | undefined;
}

export interface CameraControls {
  readonly camera: Camera | null;
  /** A user has moved the map. */
  readonly isMoved: boolean;
  readonly zoomBy: (by: number) => void;
  /** Follows the content again. */
  readonly fit: () => void;
  /** Shows these points as large as possible. */
  readonly zoomTo: (points: readonly Point[]) => void;
  /** Moves the map if the point is outside of it. */
  readonly reveal: (point: Point) => void;
  /** Stops following the content. */
  readonly hold: () => void;
  readonly handlers: {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
    readonly onClick: (event: MouseEvent<HTMLElement>) => void;
    readonly onDoubleClick: (event: MouseEvent<HTMLElement>) => void;
    readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  };
}

export function useCamera({
  element,
  size,
  points,
  margin,
  sharesGestures,
  onPick,
}: CameraOptions): CameraControls {
  const [chosen, setChosen] = useState<Camera | null>(null);
  const pointers = useRef(new Map<number, XY>());
  const dragged = useRef(0);
  const fitted = size && points.length > 0 ? cameraFitting(points, size, margin) : null;
  // The same object while nothing has changed: another one would draw the map again.
  const last = useRef<Camera | null>(null);
  if (!isSameCamera(last.current, chosen ?? fitted)) last.current = chosen ?? fitted;
  const camera = last.current;

  const change = (next: (from: Camera, within: Size) => Camera) => {
    if (!size) return;
    setChosen((before) => {
      const from = before ?? fitted;
      return from && next(from, size);
    });
  };
  const spotOf = (event: { readonly clientX: number; readonly clientY: number }): XY => {
    const box = element.current?.getBoundingClientRect();
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
  };
  const zoomAt = (spot: XY, by: number) => change((from, within) => zoomedAt(from, within, spot, by));
  const pick = (spot: XY) => {
    if (onPick && camera && size) onPick(pointAt(projectionOf(camera, size), spot));
  };
  const centre = () => ({ x: (size?.width ?? 0) / 2, y: (size?.height ?? 0) / 2 });

  // React listens to the wheel passively, and cannot keep the page from scrolling.
  const onWheel = useRef((_event: WheelEvent) => {});
  onWheel.current = (event) => {
    if (sharesGestures && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const pixels = event.deltaMode === 1 ? event.deltaY * 20 : event.deltaY;
    zoomAt(spotOf(event), -Math.max(-1, Math.min(1, pixels * WHEEL_ZOOM)));
  };
  useEffect(() => {
    const listen = (event: WheelEvent) => onWheel.current(event);
    const target = element.current;
    target?.addEventListener('wheel', listen, { passive: false });
    return () => target?.removeEventListener('wheel', listen);
  }, [element]);

  const lift = (event: PointerEvent<HTMLElement>) => {
    pointers.current.delete(event.pointerId);
  };
  return {
    camera,
    isMoved: chosen !== null,
    zoomBy: (by) => zoomAt(centre(), by),
    fit: () => setChosen(null),
    hold: () => change((from) => from),
    zoomTo: (places) => size && setChosen(cameraFitting(places, size, margin, MAX_ZOOM)),
    reveal: (point) => change((from, within) => showing(from, within, point)),
    handlers: {
      onPointerDown: (event) => {
        if (event.button !== 0) return;
        if (pointers.current.size === 0) dragged.current = 0;
        pointers.current.set(event.pointerId, spotOf(event));
      },
      onPointerMove: (event) => {
        const before = pointers.current.get(event.pointerId);
        if (!before) return;
        const spot = spotOf(event);
        const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
        const by = { x: spot.x - before.x, y: spot.y - before.y };
        dragged.current += Math.hypot(by.x, by.y);
        if (!other && dragged.current < CLICK_PIXELS) return;
        // Captured only now: a click on a marker belongs to the marker.
        element.current?.setPointerCapture(event.pointerId);
        pointers.current.set(event.pointerId, spot);
        if (!other) return change((from) => movedBy(from, by));
        const [apartBefore, apart] = [distance(before, other), distance(spot, other)];
        const middle = { x: (spot.x + other.x) / 2, y: (spot.y + other.y) / 2 };
        change((from, within) =>
          zoomedAt(
            movedBy(from, { x: by.x / 2, y: by.y / 2 }),
            within,
            middle,
            Math.log2(Math.max(1, apart) / Math.max(1, apartBefore)),
          ),
        );
      },
      onPointerUp: lift,
      onPointerCancel: lift,
      onClick: (event) => {
        if (dragged.current < CLICK_PIXELS && !isControl(event.target)) pick(spotOf(event));
      },
      onDoubleClick: (event) => {
        if (!onPick && !isControl(event.target)) zoomAt(spotOf(event), event.shiftKey ? -1 : 1);
      },
      onKeyDown: (event) => {
        // Shortcuts of the browser, such as the zoom of the page.
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const by = KEY_MOVES[event.key];
        if (by) change((from) => movedBy(from, by));
        else if (event.key === '+' || event.key === '=') zoomAt(centre(), 1);
        else if (event.key === '-') zoomAt(centre(), -1);
        else if (event.key === '0') setChosen(null);
        else if (event.key === 'Enter' && onPick && event.target === element.current) pick(centre());
        else return;
        event.preventDefault();
      },
    },
  };
}

/** A double click on a marker is for the marker. */
const isControl = (target: EventTarget) =>
  target instanceof Element && target.closest('[role="button"]') !== null;

const distance = (one: XY, other: XY) => Math.hypot(one.x - other.x, one.y - other.y);

const KEY_MOVES: Readonly<Record<string, XY>> = {
  ArrowLeft: { x: KEY_PIXELS, y: 0 },
  ArrowRight: { x: -KEY_PIXELS, y: 0 },
  ArrowUp: { x: 0, y: KEY_PIXELS },
  ArrowDown: { x: 0, y: -KEY_PIXELS },
};
