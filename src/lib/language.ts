// Languages of customer-facing texts, and language negotiation.

export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}

/** Negotiates by `Accept-Language`; English if no listed language is supported. */
export function preferredLanguage(accepted: string | undefined): Language {
  const wishes = (accepted ?? '').split(',').map(readWish);
  // Sorting is stable: of two languages with equal weight the first one wins.
  const byWeight = wishes.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  return byWeight.map(({ language }) => language).find(isLanguage) ?? 'en';
}

function readWish(text: string): { readonly language: string; readonly weight: number } {
  const [range = '', ...parameters] = text.trim().toLowerCase().split(';');
  const quality = parameters.map((part) => /^\s*q=([\d.]+)\s*$/.exec(part)?.[1]).find(Boolean);
  const [language = ''] = range.trim().split('-');
  return { language, weight: quality === undefined ? 1 : Number(quality) || 0 };
}
