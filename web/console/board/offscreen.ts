// Finds the cards with an alert (`data-alert`) that the board does not show at its scroll position.
import { type AlertKind, alertKinds } from './board-labels.ts';

export type Direction = 'left' | 'above' | 'below' | 'right';

export interface Offscreen {
  readonly direction: Direction;
  readonly counts: Readonly<Record<AlertKind, number>>;
  /** The most urgent booking there; of several, the nearest. */
  readonly firstId: string;
}

interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A card is in view if so many pixels of it are, or all of a smaller card: the confirmation code can be read. */
const VISIBLE = { width: 120, height: 24 };
const order: readonly Direction[] = ['left', 'above', 'below', 'right'];

export function findOffscreen(board: HTMLElement): readonly Offscreen[] {
  const scroller = board.querySelector('[data-scroll]');
  const tray = board.querySelector('[data-row="unassigned"]');
  const label = tray?.querySelector('.board-label');
  const stacks = tray?.querySelector('.board-stacks');
  if (!scroller || !tray || !label || !stacks) return [];
  const box = scroller.getBoundingClientRect();
  const sides = { left: label.getBoundingClientRect().right, right: box.left + scroller.clientWidth };
  const trayBottom = tray.getBoundingClientRect().bottom;
  const { top, bottom } = stacks.getBoundingClientRect();
  const inTray = { ...sides, top, bottom };
  const below = { ...sides, top: trayBottom, bottom: Math.min(box.top + scroller.clientHeight, innerHeight) };
  const found = new Map<Direction, { counts: Record<AlertKind, number>; first: Candidate }>();
  const crews = [...board.querySelectorAll('.board-crew')];
  const away = [...awayCards(stacks, inTray), ...crews.flatMap((row) => awayCards(row, below))];
  for (const { kind, direction, ...candidate } of away) {
    const there = found.get(direction) ?? {
      counts: { failed: 0, late: 0, unassigned: 0 },
      first: candidate,
    };
    there.counts[kind] += 1;
    if (isMoreUrgent(candidate, there.first)) there.first = candidate;
    found.set(direction, there);
  }
  return order.flatMap((direction) => {
    const there = found.get(direction);
    return there ? [{ direction, counts: there.counts, firstId: there.first.id }] : [];
  });
}

interface Candidate {
  readonly id: string;
  readonly rank: number;
  readonly pixels: number;
}

interface AwayCard extends Candidate {
  readonly kind: AlertKind;
  readonly direction: Direction;
}

/** Cards of a row with an alert that are not in the frame. */
function awayCards(row: Element, frame: Frame): readonly AwayCard[] {
  const rowBox = row.getBoundingClientRect();
  // The browser skips the content of rows far from the viewport (content-visibility): measuring a card would lay it out.
  const isRowAway = rowBox.bottom <= frame.top || rowBox.top >= frame.bottom;
  return [...row.querySelectorAll<HTMLElement>('[data-alert]')].flatMap((card) => {
    const kind = alertKinds.find((each) => each === card.dataset['alert']);
    const away = kind && awayFrom(isRowAway ? rowBox : card.getBoundingClientRect(), frame);
    return away ? [{ id: card.dataset['card'] ?? '', rank: alertKinds.indexOf(kind), kind, ...away }] : [];
  });
}

function isMoreUrgent(a: Candidate, b: Candidate): boolean {
  return a.rank < b.rank || (a.rank === b.rank && a.pixels < b.pixels);
}

/** Direction and distance of a card that is out of the frame or cut off by it; null: it is in view. Rows come before hours. */
export function awayFrom(
  card: Frame,
  frame: Frame,
): { readonly direction: Direction; readonly pixels: number } | null {
  const needed = Math.min(VISIBLE.height, card.bottom - card.top) - 1;
  if (card.bottom < frame.top + needed) return { direction: 'above', pixels: frame.top - card.top };
  if (card.top > frame.bottom - needed) return { direction: 'below', pixels: card.top - frame.bottom };
  // Less than a pixel is missing where positions are rounded.
  const width = Math.min(VISIBLE.width, card.right - card.left) - 1;
  if (card.right < frame.left + width) return { direction: 'left', pixels: frame.left - card.left };
  if (card.left > frame.right - width) return { direction: 'right', pixels: card.left - frame.right };
  return null;
}
