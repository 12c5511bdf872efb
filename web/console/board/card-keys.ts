// Roving tabindex of the cards: one Tab stop for the board; arrow keys move along a row and between rows.

const CARDS = '[data-card]:not([aria-hidden])';

export function handleArrowKeys(board: HTMLElement): () => void {
  function handleKey(event: KeyboardEvent): void {
    const current = document.activeElement;
    if (!(current instanceof HTMLElement) || !current.matches(CARDS) || !board.contains(current)) return;
    const next = nextCard(board, current, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
  /** Makes the focused card the Tab stop. */
  function moveTabStop(event: FocusEvent): void {
    if (!(event.target instanceof HTMLElement) || !event.target.matches(CARDS)) return;
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

function nextCard(board: HTMLElement, current: HTMLElement, key: string): HTMLElement | undefined {
  const row = current.closest('[data-row]');
  const inRow = [...(row?.querySelectorAll<HTMLElement>(CARDS) ?? [])];
  const at = inRow.indexOf(current);
  if (key === 'ArrowRight') return inRow[at + 1];
  if (key === 'ArrowLeft') return inRow[at - 1];
  if (key === 'Home') return inRow[0];
  if (key === 'End') return inRow.at(-1);
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (step === undefined) return undefined;
  const rows = [...board.querySelectorAll('[data-row]')].filter((each) => each.querySelector(CARDS));
  const cards = rows[(row ? rows.indexOf(row) : -1) + step]?.querySelectorAll<HTMLElement>(CARDS);
  return cards && nearest([...cards], current);
}

function nearest(cards: readonly HTMLElement[], current: HTMLElement): HTMLElement | undefined {
  const { left } = current.getBoundingClientRect();
  const distance = (card: HTMLElement) => Math.abs(card.getBoundingClientRect().left - left);
  return cards.reduce<HTMLElement | undefined>(
    (best, card) => (best && distance(best) <= distance(card) ? best : card),
    undefined,
  );
}
