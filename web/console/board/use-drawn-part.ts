// Draws the board step by step, one step per frame. Once all of it is drawn, changes are drawn at once.
import { startTransition, useEffect, useMemo, useState } from 'react';
import type { BoardLayout } from './board-layout.ts';
import { type DrawnPart, drawnPart, nextStep, unitsOf } from './drawing-steps.ts';

export function useDrawnPart(layout: BoardLayout): DrawnPart {
  const units = useMemo(() => unitsOf(layout), [layout]);
  const [drawn, setDrawn] = useState(() => nextStep(units, 0));
  useEffect(() => {
    if (drawn === Number.POSITIVE_INFINITY) return;
    const next = drawn >= units.length ? Number.POSITIVE_INFINITY : nextStep(units, drawn);
    // The frame shows what is drawn; the next step begins after it.
    const frame = requestAnimationFrame(() => startTransition(() => setDrawn(next)));
    return () => cancelAnimationFrame(frame);
  }, [units, drawn]);
  return useMemo(() => drawnPart(layout, drawn), [layout, drawn]);
}
