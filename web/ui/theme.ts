// Light or dark: as the system has it, unless the reader chose. The choice is kept in this browser.
import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';

const KEY = 'waybill-theme';
const preference = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

function chosen(): Theme | null {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'light' || kept === 'dark' ? kept : null;
  } catch {
    return null;
  }
}

function current(): Theme {
  return document.documentElement.dataset['theme'] === 'dark' ||
    (document.documentElement.dataset['theme'] === undefined && preference.matches)
    ? 'dark'
    : 'light';
}

/** Before the first paint of the application. */
export function applyChosenTheme(): void {
  const theme = chosen();
  if (theme !== null) document.documentElement.dataset['theme'] = theme;
  preference.addEventListener('change', notify);
}

function notify(): void {
  for (const listener of listeners) listener();
}

function choose(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  notify();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, current), choose];
}
