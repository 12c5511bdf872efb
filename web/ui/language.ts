// English or Spanish: as the address says, as the reader chose before, or as the server found the browser prefers. The choice
// is kept in this browser.
import { useSyncExternalStore } from 'react';
import { type Language, languages } from './languages.ts';

const KEY = 'waybill-language';
const listeners = new Set<() => void>();

const isLanguage = (value: string | null): value is Language => languages.some((name) => name === value);

function chosen(): Language | null {
  try {
    const kept = localStorage.getItem(KEY);
    return isLanguage(kept) ? kept : null;
  } catch {
    return null;
  }
}

function current(): Language {
  const { lang } = document.documentElement;
  return isLanguage(lang) ? lang : 'en';
}

/** Before the first paint. What the address says the server has heard already. */
export function applyChosenLanguage(): void {
  const isAsked = isLanguage(new URLSearchParams(location.search).get('lang'));
  const language = isAsked ? null : chosen();
  if (language !== null) document.documentElement.lang = language;
}

function choose(language: Language): void {
  document.documentElement.lang = language;
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useLanguage(): readonly [Language, (language: Language) => void] {
  return [useSyncExternalStore(subscribe, current), choose];
}
