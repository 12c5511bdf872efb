import { describe, expect, it } from 'vitest';
import { preferredLanguage } from './language.ts';

describe('the preferred language', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['es', 'es'],
    ['es-MX,es;q=0.9,en;q=0.8', 'es'],
    ['en-US,en;q=0.9,es;q=0.8', 'en'],
    ['en;q=0.4, ES-419 ;q=0.7', 'es'],
    ['fr-CA, es;q=0.5, en;q=0.4', 'es'],
    ['de, fr', 'en'],
    ['es;q=0, en;q=0.1', 'en'],
    ['*', 'en'],
    ['es;q=nonsense', 'es'],
    [';;,,=', 'en'],
  ])('with Accept-Language %s is %s', (accepted, language) => {
    expect(preferredLanguage(accepted)).toBe(language);
  });
});
