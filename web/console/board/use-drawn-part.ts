// Draws the board step by step, one step per frame. Once all of it is drawn, changes are drawn at once.
import { startTransition, useEffect, useMemo, useRef, useState } from 'react';
import type { BoardLayout } from './board-layout.ts';
import {
  type DrawnPart,
  drawnPart,
  FEWEST_CARDS,
  nextStep,
  nextStepCards,
  unitsOf,
} from './drawing-steps.ts';

export function useDrawnPart(layout: BoardLayout): DrawnPart {
  const units = useMemo(() => unitsOf(layout), [layout]);
  // The first frame has no cards: its rows and labels take as long as a step.
  const [drawn, setDrawn] = useState(0);
  const step = useRef({ cards: FEWEST_CARDS, begunMs: Number.NEGATIVE_INFINITY });
  useEffect(() => {
    if (drawn === Number.POSITIVE_INFINITY) return;
    // The frame shows what is drawn; the next step begins after it.
    const frame = requestAnimationFrame((begunMs) => {
      const cards = nextStepCards(step.current.cards, begunMs - step.current.begunMs);
      step.current = { cards, begunMs };
      const isLast = drawn >= units.length;
      startTransition(() => setDrawn(isLast ? Number.POSITIVE_INFINITY : nextStep(units, drawn, cards)));
    });
    return () => cancelAnimationFrame(frame);
  }, [units, drawn]);
  return useMemo(() => drawnPart(layout, units, drawn), [layout, units, drawn]);
}
