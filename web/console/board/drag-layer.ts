// Drag and drop of cards with mouse or pen. Works on the DOM elements: React is not involved until the drop, so that a
// pointer move costs one transform and one attribute, independent of the number of cards. Touch scrolls and taps
// instead. Rows have `data-row`, cards have `data-card` and, if they may be moved, `data-drags`. The tabs of the days,
// outside the board, have `data-drop-day`.
import type { Verdict } from './crew-candidates.ts';

export interface RowVerdict {
  readonly verdict: Verdict;
  readonly words: string;
}

export interface DragHooks {
  /** Called when a drag begins. Resolves to a verdict per row id. */
  readonly onStart: (cardId: string) => Promise<ReadonlyMap<string, RowVerdict>>;
  /** `target` is null if the card was dropped outside any row or day, or the drag was cancelled. */
  readonly onEnd: (cardId: string, target: DropTarget | null) => void;
}

/** A row: the id of its crew, or `unassigned`. A day: 2030-01-15. */
export interface DropTarget {
  readonly kind: 'row' | 'day';
  readonly id: string;
}

const START_PIXELS = 5;
const EDGE_PIXELS = 56;
const MAX_SCROLL_PIXELS = 18;

export function enableDragging(board: HTMLElement, hooks: DragHooks): () => void {
  let drag: Drag | null = null;
  let pressed: PressedCard | null = null;
  /** The drag was cancelled while the button is still pressed. */
  let isCancelled = false;

  function handlePointerDown(event: PointerEvent): void {
    if (event.button !== 0 || event.pointerType === 'touch' || drag) return;
    const card = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-drags]') : null;
    if (card) pressed = { card, x: event.clientX, y: event.clientY, pointerId: event.pointerId };
  }
  function move(event: PointerEvent): void {
    if (drag) {
      drag.to(event.clientX, event.clientY);
      return;
    }
    if (!pressed || Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < START_PIXELS) return;
    drag = new Drag(board, pressed, hooks);
    pressed = null;
    drag.to(event.clientX, event.clientY);
  }
  function handlePointerUp(): void {
    pressed = null;
    if (!drag && !isCancelled) return;
    isCancelled = false;
    // Suppresses the click event that follows pointerup; it would open the card.
    addEventListener('click', suppressEvent, { capture: true, once: true });
    setTimeout(() => removeEventListener('click', suppressEvent, { capture: true }));
    if (drag) end(drag.over);
  }
  function cancel(): void {
    pressed = null;
    end(null);
  }
  function cancelByKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !drag) return;
    event.preventDefault();
    isCancelled = true;
    cancel();
  }
  function end(target: DropTarget | null): void {
    if (!drag) return;
    const { cardId } = drag;
    drag.clear();
    drag = null;
    hooks.onEnd(cardId, target);
  }

  board.addEventListener('pointerdown', handlePointerDown);
  addEventListener('pointermove', move, { passive: true });
  addEventListener('pointerup', handlePointerUp);
  addEventListener('pointercancel', cancel);
  addEventListener('keydown', cancelByKey);
  return () => {
    cancel();
    board.removeEventListener('pointerdown', handlePointerDown);
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', handlePointerUp);
    removeEventListener('pointercancel', cancel);
    removeEventListener('keydown', cancelByKey);
  };
}

interface PressedCard {
  readonly card: HTMLElement;
  readonly x: number;
  readonly y: number;
  readonly pointerId: number;
}

/** Position of a row on the screen when it was measured. */
interface MeasuredRow {
  readonly row: HTMLElement;
  readonly top: number;
  readonly bottom: number;
  /** Sticky row: does not move when the board scrolls. */
  readonly isFixed: boolean;
}

function suppressEvent(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}

class Drag {
  readonly cardId: string;
  over: DropTarget | null = null;
  readonly #card: HTMLElement;
  readonly #ghost: HTMLElement;
  readonly #grip: { readonly x: number; readonly y: number };
  readonly #scroller: HTMLElement | null;
  #rows: readonly MeasuredRow[];
  readonly #days: readonly { readonly tab: HTMLElement; readonly box: DOMRect }[];
  /** Scroll position when the drag began. */
  readonly #startScroll: number;
  /** Scroll position when the rows were measured. */
  #measuredScroll: number;
  readonly #viewport: DOMRect | null;
  #target: HTMLElement | null = null;
  #point = { x: 0, y: 0 };
  #frame = 0;
  #isDone = false;
  #isReordered = false;

  constructor(board: HTMLElement, { card, x, y, pointerId }: PressedCard, { onStart }: DragHooks) {
    this.#card = card;
    this.cardId = card.dataset['card'] ?? '';
    // Measured once: hit testing at every pointer move would cost more than the move itself.
    this.#scroller = board.querySelector<HTMLElement>('[data-scroll]');
    this.#startScroll = this.#scroller?.scrollTop ?? 0;
    this.#measuredScroll = this.#startScroll;
    this.#viewport = this.#scroller?.getBoundingClientRect() ?? null;
    this.#rows = [...board.querySelectorAll<HTMLElement>('[data-row]')].map(measureRow);
    this.#days = [...document.querySelectorAll<HTMLElement>('[data-drop-day]')].map((tab) => ({
      tab,
      box: tab.getBoundingClientRect(),
    }));
    const { left, top, width } = card.getBoundingClientRect();
    this.#grip = { x: x - left, y: y - top };
    this.#ghost = createGhost(card, width);
    card.dataset['dragged'] = '';
    // Pointer capture: no other element receives pointer events, so hover styles are not recalculated.
    card.setPointerCapture(pointerId);
    void onStart(this.cardId).then((verdicts) => this.#show(verdicts));
  }

  to(x: number, y: number): void {
    this.#point = { x, y };
    this.#frame ||= requestAnimationFrame(() => this.#draw());
  }

  clear(): void {
    this.#isDone = true;
    cancelAnimationFrame(this.#frame);
    this.#ghost.remove();
    delete this.#card.dataset['dragged'];
    this.#enter(null);
    for (const { row } of this.#rows) {
      delete row.dataset['verdict'];
      row.style.removeProperty('order');
    }
    if (this.#isReordered) this.#scroller?.scrollTo({ top: this.#startScroll });
  }

  #draw(): void {
    this.#frame = 0;
    if (this.#isDone) return;
    const { x, y } = this.#point;
    this.#ghost.style.transform = `translate(${x - this.#grip.x}px, ${y - this.#grip.y}px)`;
    const target = this.#dayAt(x, y) ?? this.#rowAt(x, y);
    if (target !== this.#target) this.#enter(target);
    // At an edge the board keeps scrolling even if the pointer does not move.
    if (this.#scroll(x, y)) this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #enter(target: HTMLElement | null): void {
    if (this.#target) delete this.#target.dataset['over'];
    this.#target = target;
    const { row, dropDay } = target?.dataset ?? {};
    this.over = dropDay ? { kind: 'day', id: dropDay } : row ? { kind: 'row', id: row } : null;
    if (target) target.dataset['over'] = '';
  }

  #scroll(x: number, y: number): boolean {
    const scroller = this.#scroller;
    if (!scroller) return false;
    const { left, right, top, bottom } = this.#viewport ?? scroller.getBoundingClientRect();
    const dx = scrollSpeed(x, left, right);
    const dy = scrollSpeed(y, top, bottom);
    if (dx === 0 && dy === 0) return false;
    const before = scroller.scrollLeft + scroller.scrollTop;
    scroller.scrollBy(dx, dy);
    return scroller.scrollLeft + scroller.scrollTop !== before;
  }

  #show(verdicts: ReadonlyMap<string, RowVerdict>): void {
    if (this.#isDone) return;
    for (const { row } of this.#rows) {
      const found = verdicts.get(row.dataset['row'] ?? '');
      const words = row.querySelector<HTMLElement>('[data-fit]');
      if (!found || !words) continue;
      words.textContent = found.words;
      row.dataset['verdict'] = found.verdict;
    }
    this.#bringFittingUp();
  }

  /** If not all crews fit on the screen, those that fit the booking come to the top until the drop. */
  #bringFittingUp(): void {
    const scroller = this.#scroller;
    if (!scroller || scroller.scrollHeight <= scroller.clientHeight + 1) return;
    for (const { row, isFixed } of this.#rows) {
      const rank = verdictOrder[row.dataset['verdict'] as Verdict] ?? verdictOrder.refuses;
      if (!isFixed) row.style.setProperty('order', String(rank));
    }
    this.#isReordered = true;
    scroller.scrollTo({ top: 0 });
    this.#measuredScroll = 0;
    this.#rows = this.#rows.map(({ row }) => measureRow(row));
    this.to(this.#point.x, this.#point.y);
  }

  #dayAt(x: number, y: number): HTMLElement | null {
    const at = ({ box }: { box: DOMRect }) =>
      x >= box.left && x < box.right && y >= box.top && y < box.bottom;
    return this.#days.find(at)?.tab ?? null;
  }

  #rowAt(x: number, y: number): HTMLElement | null {
    const frame = this.#viewport;
    if (!frame || x < frame.left || x > frame.right || y < frame.top || y > frame.bottom) return null;
    const scrolled = (this.#scroller?.scrollTop ?? 0) - this.#measuredScroll;
    const isAt = ({ top, bottom, isFixed }: MeasuredRow) => {
      const at = isFixed ? y : y + scrolled;
      return at >= top && at < bottom;
    };
    return (this.#rows.find((row) => row.isFixed && isAt(row)) ?? this.#rows.find(isAt))?.row ?? null;
  }
}

/** Header and tray have negative orders in board.css. */
const verdictOrder: Readonly<Record<Verdict, number>> = { fits: 0, warns: 1, refuses: 2 };

function measureRow(row: HTMLElement): MeasuredRow {
  const { top, bottom } = row.getBoundingClientRect();
  return { row, top, bottom, isFixed: row.dataset['row'] === 'unassigned' };
}

function createGhost(card: HTMLElement, width: number): HTMLElement {
  const ghost = card.cloneNode(true);
  if (!(ghost instanceof HTMLElement)) throw new Error('the card is not an HTMLElement');
  ghost.className = 'board-card board-ghost';
  ghost.removeAttribute('data-card');
  ghost.setAttribute('aria-hidden', 'true');
  ghost.style.width = `${width}px`;
  document.body.append(ghost);
  return ghost;
}

/** Scroll speed in pixels per frame; increases towards the edge. */
function scrollSpeed(at: number, from: number, to: number): number {
  if (at < from + EDGE_PIXELS && at > from - EDGE_PIXELS)
    return -Math.ceil(((from + EDGE_PIXELS - at) / EDGE_PIXELS) * MAX_SCROLL_PIXELS);
  if (at > to - EDGE_PIXELS && at < to + EDGE_PIXELS)
    return Math.ceil(((at - to + EDGE_PIXELS) / EDGE_PIXELS) * MAX_SCROLL_PIXELS);
  return 0;
}
