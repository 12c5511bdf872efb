// Walks through a page with the Tab key, as keyboard users do.
import type { Page } from 'playwright-core';

const MAX_STOPS = 60;

/** Runs in the page after each press of Tab: the faults of this stop and, of the one before, whether it looked different. */
const nextStop = `(() => {
  const faults = [];
  const name = (element) => element.localName + ' "' + (element.ariaLabel ?? element.textContent).trim().slice(0, 60) + '"';
  // A field may show the ring on the box around it.
  const look = (element) => [element, element.parentElement, element.parentElement?.parentElement].filter(Boolean)
    .map((each) => { const style = getComputedStyle(each);
      return [style.outlineStyle, style.outlineWidth, style.outlineColor, style.boxShadow, style.borderColor, style.backgroundColor, style.opacity].join() })
    .join(' / ');
  const walk = (globalThis.focusWalk ??= { seen: new Set() });
  if (walk.last?.element.isConnected && look(walk.last.element) === walk.last.look)
    faults.push('no focus ring on ' + name(walk.last.element));
  const element = document.activeElement;
  if (element === document.body || element === null || walk.seen.has(element)) {
    delete globalThis.focusWalk;
    return { isOver: true, faults };
  }
  walk.seen.add(element);
  walk.last = { element, look: look(element) };
  const { left, right, top, bottom } = element.getBoundingClientRect();
  if (right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight) faults.push('focus out of view on ' + name(element));
  return { isOver: false, faults };
})()`;

/** Presses Tab until the focus has been everywhere: stops that are out of view or show no focus ring. */
export async function focusWalkFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate<{ isOver: boolean; faults: string[] }>(nextStop);
    faults.push(...stop.faults);
    if (stop.isOver) return faults;
  }
  await page.evaluate('delete globalThis.focusWalk');
  return faults;
}
