// Keeps the keyboard focus in a list whose items move or disappear while they are focused. Otherwise it falls to the
// body, and the next Tab starts at the top of the page.
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

interface FocusRules {
  /** Key of the item that contains the element; null: the element is in no item. */
  readonly keyOf: (element: Element) => string | null;
  /** Where the focus goes if the item with this key had it and was moved or removed. */
  readonly find: (key: string) => HTMLElement | null | undefined;
}

/** Focus in these is temporary: it returns to the item. */
const OVERLAYS = 'dialog, [role="status"]';

/** Call it in the component that renders the items: the focus is checked after each of its renders. */
export function useStickyFocus(ref: RefObject<HTMLElement | null>, rules: FocusRules): void {
  const focusedKey = useRef<string | null>(null);
  const track = useEffectEvent(({ target }: Event) => {
    if (!(target instanceof Element) || target.closest(OVERLAYS)) return;
    focusedKey.current = ref.current?.contains(target) ? rules.keyOf(target) : null;
  });
  useEffect(() => {
    // A press on something that cannot be focused gives the focus up too.
    for (const type of ['focusin', 'pointerdown']) document.addEventListener(type, track);
    return () => {
      for (const type of ['focusin', 'pointerdown']) document.removeEventListener(type, track);
    };
  }, []);
  useEffect(() => {
    const { activeElement: active, body } = document;
    // The browser takes the focus from a disabled button only after this effect.
    const isLost = active === body || active?.matches(':disabled') === true;
    if (focusedKey.current !== null && isLost) rules.find(focusedKey.current)?.focus({ preventScroll: true });
  });
}
