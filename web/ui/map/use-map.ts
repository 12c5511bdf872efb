// State of one map: its element, its size, its camera and the projection that follows from them.
import { type RefObject, useMemo, useRef } from 'react';
import type { Projection, Size } from '../map-projection.ts';
import { useSize } from '../use-size.ts';
import { projectionOf } from './camera.ts';
import { type CameraControls, type CameraOptions, useCamera } from './use-camera.ts';

export interface MapView {
  readonly projection: Projection;
  readonly size: Size;
}

export interface MapHandle extends Omit<CameraControls, 'camera'> {
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly pane: RefObject<HTMLDivElement | null>;
  /** null until the size is known, and without content. */
  readonly view: MapView | null;
  readonly sharesGestures: boolean;
}

type MapOptions = Pick<CameraOptions, 'points' | 'margin' | 'onPick'> & {
  readonly sharesGestures?: boolean;
};

export function useMap({ sharesGestures = false, ...options }: MapOptions): MapHandle {
  const [frame, size] = useSize();
  const pane = useRef<HTMLDivElement>(null);
  const { camera, ...controls } = useCamera({ element: pane, size, sharesGestures, ...options });
  const view = useMemo(
    () => (camera && size ? { projection: projectionOf(camera, size), size } : null),
    [camera, size],
  );
  return { frame, pane, view, sharesGestures, ...controls };
}
