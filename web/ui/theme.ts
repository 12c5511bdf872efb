// Colour theme: follows the system unless the user has chosen one. The choice is stored in localStorage.
import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';

const KEY = 'waybill-theme';
const preference = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

function storedTheme(): Theme | null {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : null;
  } catch {
    return null;
  }
}

function currentTheme(): Theme {
  return document.documentElement.dataset['theme'] === 'dark' ||
    (document.documentElement.dataset['theme'] === undefined && preference.matches)
    ? 'dark'
    : 'light';
}

/** Call before the first render. */
export function applyChosenTheme(): void {
  const theme = storedTheme();
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
    // Storage is blocked: the choice lasts until the page is closed.
  }
  notify();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, currentTheme), choose];
}
