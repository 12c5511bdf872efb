import { describe, expect, it } from 'vitest';
import { winAnsi } from './win-ansi.ts';

describe('text in Windows-1252', () => {
  it.each([
    ['Müller & Søn — “quoted” €5', 'Müller & Søn — “quoted” €5'],
    ['Łódź Żabka', '?ódz Zabka'],
    ['東京 ﬁne\ttab', '?? fine tab'],
    ['e\u0301', 'é'],
    ['🚚', '?'],
  ])('%s becomes %s', (text, shown) => {
    expect(winAnsi(text)).toBe(shown);
  });
});
