// Order in which the board is drawn: in steps, what is in view first. Styles, layout and paint of hundreds of cards at once
// would block input for more than a second on a slow processor.
import type { BoardLayout } from './board-layout.ts';

export interface DrawnPart {
  /** Unassigned bookings of each hour, from the top. */
  readonly depth: number;
  /** Rows of crews, from the top. */
  readonly rows: number;
  readonly isAll: boolean;
}

/** Unassigned bookings of an hour that may be in view: the tray scrolls. */
const VISIBLE_DEPTH = 4;
/** Cards of the first step, and of all steps on a slow processor. */
export const FEWEST_CARDS = 8;
/** A step that takes less is doubled: every step has the fixed cost of a frame. One that takes more is halved. */
const STEP_MS = { short: 40, long: 80 };
/** A row without cards takes as long as so many cards. */
const ROW_WEIGHT = 2;
/** Cards of the tray have three lines, those of many crews two. */
const TRAY_WEIGHT = 1.5;
/** The browser skips the content of cards that are deeper in the tray (`content-visibility`). */
const SKIPPED = { depth: 24, weight: 0.25 };

/** Weight of each unit, in cards. A unit is one booking of every hour of the tray, or the row of a crew. */
export function unitsOf({ unassigned, lines }: BoardLayout): readonly number[] {
  const levels = Array.from({ length: depthOf(unassigned) }, (_, depth) => {
    const cards = unassigned.filter((hour) => hour.length > depth).length * TRAY_WEIGHT;
    return depth < SKIPPED.depth ? cards : cards * SKIPPED.weight;
  });
  const rows = lines.map(({ cards }) => cards.length + ROW_WEIGHT);
  return [...levels.slice(0, VISIBLE_DEPTH), ...rows, ...levels.slice(VISIBLE_DEPTH)];
}

/** Cards of the next step after one of `cards` cards that took `tookMs`. */
export function nextStepCards(cards: number, tookMs: number): number {
  if (tookMs < STEP_MS.short) return cards * 2;
  return tookMs > STEP_MS.long ? Math.max(FEWEST_CARDS, cards / 2) : cards;
}

/** Number of units that are drawn after the next step. */
export function nextStep(units: readonly number[], drawn: number, stepCards = FEWEST_CARDS): number {
  let [end, cards] = [drawn, 0];
  do {
    cards += units[end] ?? 0;
    end += 1;
  } while (end < units.length && cards + (units[end] ?? 0) <= stepCards);
  return Math.min(end, units.length);
}

export function drawnPart({ unassigned, lines }: BoardLayout, drawn: number): DrawnPart {
  const first = Math.min(VISIBLE_DEPTH, depthOf(unassigned));
  const rows = Math.max(0, Math.min(drawn - first, lines.length));
  const depth = drawn - rows;
  return { rows, depth, isAll: rows === lines.length && depth >= depthOf(unassigned) };
}

function depthOf(unassigned: BoardLayout['unassigned']): number {
  return Math.max(0, ...unassigned.map((hour) => hour.length));
}
