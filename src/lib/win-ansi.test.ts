import { describe, expect, it } from 'vitest';
import { isWinAnsi, oneLine } from './win-ansi.ts';

describe('text in Windows-1252', () => {
  it.each([
    ['Müller & Søn — “quoted” €5', true],
    ['Łódź', false],
    ['東京', false],
    ['one\ttab', false],
    ['🚚', false],
  ])('%s: %s', (text, expected) => {
    expect(isWinAnsi(text)).toBe(expected);
  });

  it('composes accents, and has no line breaks and control characters', () => {
    expect(oneLine('e\u0301\ttab\nline\u0007')).toBe('é tab line ');
  });
});
