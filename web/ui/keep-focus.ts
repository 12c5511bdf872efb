// Keeps the keyboard focus near its place when the focused element disappears, such as a form that was replaced by its
// result, or is disabled. Otherwise it falls to the body, and screen readers start again at the top of the page.

/** Parts of a page that can take the focus over. */
const HOMES = 'section, form, dialog, [role="group"], main, #content, #root';

/** Messages that disappear with their button, such as Undo: the focus returns to where it was before. */
const TOASTS = '[role="status"]';

/** Call it once per page. Components that move the focus themselves do so first. */
export function keepFocus(): void {
  let path: readonly Element[] = [];
  /** The focused element outside of toasts with its ancestors. */
  let origin: readonly Element[] = [];
  /** A disabled control, and the part of the page that has the focus until it is enabled again. */
  let waiting: { readonly control: Element; readonly home: Element } | null = null;
  const remember = () => {
    const active = document.activeElement;
    if (active?.closest(TOASTS)) path = [active, ...origin, ...withAncestors(active).slice(1)];
    else path = origin = active && active !== document.body ? withAncestors(active) : [];
  };
  document.addEventListener('focusin', remember);
  // A press on something that cannot be focused gives the focus up.
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Element && target.closest(TOASTS)) return;
    path = origin = [];
    waiting = null;
  });
  // A press on the focused control itself moves no focus.
  document.addEventListener('click', remember, true);
  function restore(): void {
    const active = document.activeElement;
    const [lost, ...around] = path;
    if (waiting?.home === active && isUsable(waiting.control)) focusOn(waiting.control);
    else if (lost && active === document.body) {
      const home = around.find((each) => (each === origin[0] || each.matches(HOMES)) && isUsable(each));
      if (isUsable(lost)) focusOn(lost);
      else if (home) {
        waiting = { control: lost, home };
        focusOn(home);
      }
    }
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  new MutationObserver(() => {
    if (path.length === 0) return;
    clearTimeout(timer);
    timer = setTimeout(restore, 50);
  }).observe(document.documentElement, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled'],
  });
}

const isUsable = (element: Element): boolean =>
  element.isConnected && element.checkVisibility() && !element.matches(':disabled');

function withAncestors(element: Element): Element[] {
  const parent = element.parentElement;
  return parent ? [element, ...withAncestors(parent)] : [element];
}

function focusOn(element: Element): void {
  if (!(element instanceof HTMLElement)) return;
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
