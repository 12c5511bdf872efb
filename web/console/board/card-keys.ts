// Roving tabindex of the cards: one Tab stop for the board; arrow keys move along a row and between rows.

const CARDS = '[data-card]:not([aria-hidden])';

export function handleArrowKeys(board: HTMLElement): () => void {
  function handleKey(event: KeyboardEvent): void {
    const current = document.activeElement;
    if (!(current instanceof HTMLElement) || !current.matches(CARDS) || !board.contains(current)) return;
    const next = isList(board) ? undefined : nextCard(board, current, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
  /** Makes the focused card the Tab stop. */
  function moveTabStop(event: FocusEvent): void {
    if (!(event.target instanceof HTMLElement) || !event.target.matches(CARDS) || isList(board)) return;
    for (const card of board.querySelectorAll<HTMLElement>(`${CARDS}[tabindex="0"]`)) card.tabIndex = -1;
    event.target.tabIndex = 0;
  }
  board.addEventListener('keydown', handleKey);
  board.addEventListener('focusin', moveTabStop);
  return () => {
    board.removeEventListener('keydown', handleKey);
    board.removeEventListener('focusin', moveTabStop);
  };
}

/** On phones the cards form lists, and each is a Tab stop. */
function isList(board: HTMLElement): boolean {
  return board.querySelector('[data-scroll]') === null;
}

/** After the cards have changed: makes sure that one card is a Tab stop. */
export function ensureTabStop(board: HTMLElement): void {
  if (board.querySelector(`${CARDS}[tabindex="0"]`)) return;
  const first = board.querySelector<HTMLElement>(CARDS);
  if (first) first.tabIndex = 0;
}

/** Id of the booking whose card contains the element; null: in no card. */
export function cardIdOf(element: Element): string | null {
  return element.closest<HTMLElement>(CARDS)?.dataset['card'] ?? null;
}

export function findCard(board: HTMLElement | null, id: string): HTMLElement | null {
  return board?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`) ?? null;
}

/** Moves the focus to the first card, or to the one that had it last. */
export function focusTabStop(board: HTMLElement | null): void {
  const card = board?.querySelector<HTMLElement>(`${CARDS}[tabindex="0"]`);
  card?.focus({ preventScroll: true });
  card?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

interface PlacedElement {
  readonly card: HTMLElement;
  readonly box: DOMRect;
}

function nextCard(board: HTMLElement, current: HTMLElement, key: string): HTMLElement | undefined {
  const row = current.closest<HTMLElement>('[data-row]');
  const inRow = placedCards(row);
  if (key === 'Home') return inRow[0]?.card;
  if (key === 'End') return inRow.at(-1)?.card;
  const here = current.getBoundingClientRect();
  const sideways = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (sideways !== undefined) return nearest(inRow, here, ({ box }) => (box.left - here.left) * sideways > 1);
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (step === undefined) return undefined;
  // Cards of one row may be stacked: unassigned ones in an hour, overlapping ones of a crew.
  const isStacked = ({ box }: PlacedElement) =>
    (box.top - here.top) * step > 1 && box.left < here.right && box.right > here.left;
  return nearest(inRow, here, isStacked) ?? nearest(nextRow(board, row, step), here, () => true);
}

function placedCards(row: HTMLElement | null | undefined): readonly PlacedElement[] {
  const cards = [...(row?.querySelectorAll<HTMLElement>(CARDS) ?? [])];
  return cards.map((card) => ({ card, box: card.getBoundingClientRect() }));
}

/** Cards of the next row that has some. */
function nextRow(board: HTMLElement, row: HTMLElement | null, step: number): readonly PlacedElement[] {
  const rows = [...board.querySelectorAll<HTMLElement>('[data-row]')].filter((each) =>
    each.querySelector(CARDS),
  );
  return placedCards(rows[(row ? rows.indexOf(row) : -1) + step]);
}

/** The nearest card, first by hour, then by height. */
function nearest(
  cards: readonly PlacedElement[],
  from: DOMRect,
  isCandidate: (card: PlacedElement) => boolean,
): HTMLElement | undefined {
  const distance = ({ box }: PlacedElement) =>
    Math.abs(box.left - from.left) * 1_000 + Math.abs(box.top - from.top);
  return cards
    .filter(isCandidate)
    .reduce<PlacedElement | undefined>(
      (best, each) => (best && distance(best) <= distance(each) ? best : each),
      undefined,
    )?.card;
}
