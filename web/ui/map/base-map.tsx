// The base map below the markers, on a canvas: vector tiles of the server.
import { useEffect, useRef, useState } from 'react';
import type { Projection, Size } from '../map-projection.ts';
import { useTheme } from '../theme.ts';
import type { Box } from './label-collisions.ts';
import { readColours } from './map-style.ts';
import { paintMap } from './paint-map.ts';
import { VectorTiles } from './vector-tiles.ts';

interface BaseMapProps {
  /** URL of vector tiles with `{z}`, `{x}` and `{y}`. */
  readonly template: string;
  readonly projection: Projection;
  readonly size: Size;
  /** Boxes of markers and of their names. */
  readonly taken: readonly Box[];
}

export function BaseMap({ template, projection, size, taken }: BaseMapProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  const [theme] = useTheme();
  const [tiles, setTiles] = useState<VectorTiles | null>(null);
  const [loads, setLoads] = useState(0);
  useEffect(() => {
    const source = new VectorTiles(template, () => setLoads((count) => count + 1));
    setTiles(source);
    return () => source.close();
  }, [template]);
  const takenKey = taken.map(({ x, y, width }) => `${x.toFixed()} ${y.toFixed()} ${width.toFixed()}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a loaded tile or another theme is drawn
  useEffect(() => {
    const canvas = ref.current;
    const context = canvas?.getContext('2d');
    if (!canvas || !context || !tiles) return;
    const frame = requestAnimationFrame(() => {
      const density = Math.min(3, window.devicePixelRatio);
      canvas.width = Math.round(size.width * density);
      canvas.height = Math.round(size.height * density);
      context.setTransform(density, 0, 0, density, 0, 0);
      const { fontFamily } = getComputedStyle(canvas);
      paintMap({ context, tiles, projection, size, colours: readColours(canvas), font: fontFamily, taken });
    });
    return () => cancelAnimationFrame(frame);
  }, [tiles, loads, projection, size, theme, takenKey]);
  return <canvas ref={ref} className="map-canvas absolute inset-0 size-full" />;
}
