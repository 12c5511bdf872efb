// Order in which the board is drawn: in steps, what is in view first. Styles, layout and paint of hundreds of cards at once
// would block input for more than a second on a slow processor.
import type { BoardLayout } from './board-layout.ts';

export interface DrawnPart {
  /** Unassigned bookings of each hour, from the top. */
  readonly depths: readonly number[];
  /** Rows of crews, from the top. */
  readonly rows: number;
  readonly isAll: boolean;
}

/** The row of the next crew, or the next booking of an hour of the tray (its position). */
type Part = 'row' | number;

/** What one step draws at least. */
export interface Unit {
  readonly part: Part;
  /** In cards. */
  readonly weight: number;
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

/** The top of the tray, the crews, and the rest of the tray hour by hour: a new card costs the layout of its whole hour. */
export function unitsOf({ unassigned, lines }: BoardLayout): readonly Unit[] {
  const weightAt = (depth: number) => (depth < SKIPPED.depth ? TRAY_WEIGHT : TRAY_WEIGHT * SKIPPED.weight);
  const top = Array.from({ length: VISIBLE_DEPTH }, (_, depth) =>
    unassigned.flatMap((hour, part): Unit[] => (hour.length > depth ? [{ part, weight: TRAY_WEIGHT }] : [])),
  ).flat();
  const rows = lines.map(({ cards }): Unit => ({ part: 'row', weight: cards.length + ROW_WEIGHT }));
  const rest = unassigned.flatMap((hour, part) =>
    hour.slice(VISIBLE_DEPTH).map((_, nth): Unit => ({ part, weight: weightAt(VISIBLE_DEPTH + nth) })),
  );
  return [...top, ...rows, ...rest];
}

/** Cards of the next step after one of `cards` cards that took `tookMs`. */
export function nextStepCards(cards: number, tookMs: number): number {
  if (tookMs < STEP_MS.short) return cards * 2;
  return tookMs > STEP_MS.long ? Math.max(FEWEST_CARDS, cards / 2) : cards;
}

/** Number of units that are drawn after the next step. */
export function nextStep(units: readonly Unit[], drawn: number, stepCards = FEWEST_CARDS): number {
  const weightOf = (nth: number) => units[nth]?.weight ?? 0;
  let [end, cards] = [drawn, 0];
  do {
    cards += weightOf(end);
    end += 1;
  } while (end < units.length && cards + weightOf(end) <= stepCards);
  return Math.min(end, units.length);
}

export function drawnPart(
  { unassigned, lines }: BoardLayout,
  units: readonly Unit[],
  drawn: number,
): DrawnPart {
  if (drawn >= units.length)
    return { rows: lines.length, depths: unassigned.map((hour) => hour.length), isAll: true };
  const count = (part: Part) => units.slice(0, drawn).filter((unit) => unit.part === part).length;
  return { rows: count('row'), depths: unassigned.map((_, hour) => count(hour)), isAll: false };
}
