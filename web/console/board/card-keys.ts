// Roving tabindex of the cards: one Tab stop for the board; arrow keys move along a row and between rows.

const CARDS = '[data-card]:not([aria-hidden])';

export function handleArrowKeys(board: HTMLElement): () => void {
  function go(event: KeyboardEvent): void {
    const here = document.activeElement;
    if (!(here instanceof HTMLElement) || !here.matches(CARDS) || !board.contains(here)) return;
    const next = nextCard(board, here, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
  /** Makes the focused card the Tab stop. */
  function remember(event: FocusEvent): void {
    if (!(event.target instanceof HTMLElement) || !event.target.matches(CARDS)) return;
    for (const card of board.querySelectorAll<HTMLElement>(`${CARDS}[tabindex="0"]`)) card.tabIndex = -1;
    event.target.tabIndex = 0;
  }
  board.addEventListener('keydown', go);
  board.addEventListener('focusin', remember);
  return () => {
    board.removeEventListener('keydown', go);
    board.removeEventListener('focusin', remember);
  };
}

/** After the cards have changed: makes sure that one card is a Tab stop. */
export function ensureTabStop(board: HTMLElement): void {
  if (board.querySelector(`${CARDS}[tabindex="0"]`)) return;
  const first = board.querySelector<HTMLElement>(CARDS);
  if (first) first.tabIndex = 0;
}

function nextCard(board: HTMLElement, here: HTMLElement, key: string): HTMLElement | undefined {
  const row = here.closest('[data-row]');
  const inRow = [...(row?.querySelectorAll<HTMLElement>(CARDS) ?? [])];
  const at = inRow.indexOf(here);
  if (key === 'ArrowRight') return inRow[at + 1];
  if (key === 'ArrowLeft') return inRow[at - 1];
  if (key === 'Home') return inRow[0];
  if (key === 'End') return inRow.at(-1);
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (step === undefined) return undefined;
  const rows = [...board.querySelectorAll('[data-row]')].filter((each) => each.querySelector(CARDS));
  const cards = rows[(row ? rows.indexOf(row) : -1) + step]?.querySelectorAll<HTMLElement>(CARDS);
  return cards && nearest([...cards], here);
}

function nearest(cards: readonly HTMLElement[], here: HTMLElement): HTMLElement | undefined {
  const { left } = here.getBoundingClientRect();
  const off = (card: HTMLElement) => Math.abs(card.getBoundingClientRect().left - left);
  return cards.reduce<HTMLElement | undefined>(
    (best, card) => (best && off(best) <= off(card) ? best : card),
    undefined,
  );
}
