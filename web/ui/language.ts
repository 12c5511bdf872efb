// Language of the page. Precedence: `?lang=` in the URL, the choice in localStorage, then Accept-Language as negotiated
// by the server, which sets `<html lang>`.
import { useSyncExternalStore } from 'react';
import { type Language, languages } from './languages.ts';

const KEY = 'waybill-language';
const listeners = new Set<() => void>();

const isLanguage = (value: string | null): value is Language => languages.some((name) => name === value);

function storedLanguage(): Language | null {
  try {
    const stored = localStorage.getItem(KEY);
    return isLanguage(stored) ? stored : null;
  } catch {
    return null;
  }
}

function currentLanguage(): Language {
  const { lang } = document.documentElement;
  return isLanguage(lang) ? lang : 'en';
}

/** Call before the first paint. The server has already applied `?lang=`. */
export function applyChosenLanguage(): void {
  const isInUrl = isLanguage(new URLSearchParams(location.search).get('lang'));
  const language = isInUrl ? null : storedLanguage();
  if (language !== null) document.documentElement.lang = language;
}

function choose(language: Language): void {
  document.documentElement.lang = language;
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // Storage is blocked: the choice lasts until the page is closed.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useLanguage(): readonly [Language, (language: Language) => void] {
  return [useSyncExternalStore(subscribe, currentLanguage), choose];
}
