// Scroll position of the board in the entry of the browser's history: Back returns to what was in view.

interface ScrolledEntry {
  readonly boardScroll?: readonly [left: number, top: number];
}

/** Fewer writes than browsers allow: Safari refuses more than 100 in 30 seconds. */
const SETTLED_MS = 400;

const entry = (): ScrolledEntry => (history.state as ScrolledEntry | null) ?? {};

/** Returns false if this entry has no position: the board is opened, not returned to. */
export function restoreScroll(scroller: HTMLElement): boolean {
  const { boardScroll } = entry();
  if (boardScroll === undefined) return false;
  const [left, top] = boardScroll;
  scroller.scrollTo({ left, top, behavior: 'instant' });
  return true;
}

/** Stores the position whenever the board has come to rest. Returns a function that ends it. */
export function keepScroll(scroller: HTMLElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const handleScroll = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const boardScroll = [scroller.scrollLeft, scroller.scrollTop];
      history.replaceState({ ...entry(), boardScroll }, '');
    }, SETTLED_MS);
  };
  scroller.addEventListener('scroll', handleScroll, { passive: true });
  return () => {
    clearTimeout(timer);
    scroller.removeEventListener('scroll', handleScroll);
  };
}
