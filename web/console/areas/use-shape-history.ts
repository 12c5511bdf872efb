// Shape under edit, with undo. A drag or a held key is one step: it begins with `begin` and ends with `commit`.
import { useRef, useState } from 'react';
import { coverageOf, type Shape, shapeOf } from './coverage-shape.ts';

export interface ShapeHistory {
  readonly shape: Shape;
  readonly canUndo: boolean;
  /** Remembers the shape for undo. */
  readonly begin: () => void;
  /** Shows a shape without storing it. */
  readonly show: (shape: Shape) => void;
  /** Stores the shape in the draft. */
  readonly commit: (shape?: Shape) => void;
  readonly undo: () => void;
}

const noShape: Shape = [];
const KEPT_STEPS = 100;

export function useShapeHistory(value: unknown, onChange: (coverage: unknown) => void): ShapeHistory {
  const [past, setPast] = useState<readonly Shape[]>([]);
  // The shape on the screen: ahead of `value` during a drag. Events read it before the next render.
  const current = useRef<{ value: unknown; shape: Shape } | null>(null);
  const [, setCount] = useState(0);
  // Changed outside of the map, for example as text.
  if (current.current?.value !== value) current.current = { value, shape: shapeOf(value) ?? noShape };
  const shape = current.current?.shape ?? noShape;
  const show = (next: Shape) => {
    // Not `value`: a drag calls the function of an earlier render.
    current.current = { value: current.current?.value, shape: next };
    setCount((count) => count + 1);
  };
  const store = (next: Shape) => {
    const coverage = coverageOf(next);
    current.current = { value: coverage, shape: next };
    onChange(coverage);
  };
  return {
    shape,
    canUndo: past.length > 0,
    begin: () => {
      const before = current.current?.shape ?? noShape;
      setPast((steps) => [...steps.slice(1 - KEPT_STEPS), before]);
    },
    show,
    commit: (next) => store(next ?? current.current?.shape ?? noShape),
    undo: () => {
      const before = past.at(-1);
      if (!before) return;
      setPast(past.slice(0, -1));
      store(before);
    },
  };
}
