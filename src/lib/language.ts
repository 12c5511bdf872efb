// Languages of customer-facing texts, and language negotiation.

export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}

/** Negotiates by `Accept-Language`; English if no listed language is supported. */
export function preferredLanguage(accepted: string | undefined): Language {
  const ranges = (accepted ?? '').split(',').map(parseRange);
  // Sorting is stable: of two languages with equal quality the first one wins.
  const byQuality = ranges.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality);
  return byQuality.map(({ language }) => language).find(isLanguage) ?? 'en';
}

function parseRange(text: string): { readonly language: string; readonly quality: number } {
  const [range = '', ...parameters] = text.trim().toLowerCase().split(';');
  const qualityText = parameters.map((part) => /^\s*q=([\d.]+)\s*$/.exec(part)?.[1]).find(Boolean);
  const [language = ''] = range.trim().split('-');
  return { language, quality: qualityText === undefined ? 1 : Number(qualityText) || 0 };
}
