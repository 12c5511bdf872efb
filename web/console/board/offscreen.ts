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
  for (const card of board.querySelectorAll<HTMLElement>('[data-alert]')) {
    const kind = alertKinds.find((each) => each === card.dataset['alert']);
    const away = kind && awayFrom(card.getBoundingClientRect(), tray.contains(card) ? inTray : below);
    if (!away) continue;
    const candidate = { id: card.dataset['card'] ?? '', rank: alertKinds.indexOf(kind), pixels: away.pixels };
    const there = found.get(away.direction) ?? {
      counts: { failed: 0, late: 0, unassigned: 0 },
      first: candidate,
    };
    there.counts[kind] += 1;
    if (isMoreUrgent(candidate, there.first)) there.first = candidate;
    found.set(away.direction, there);
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
