import { describe, expect, it } from 'vitest';
import { escapeInvisible, findInvisibleCharacter, toVisibleLine } from './invisible-characters.ts';

describe('findInvisibleCharacter', () => {
  it.each([
    ['\u202Eecnanif', 'U+202E'],
    ['Ac\u200Bme', 'U+200B'],
    ['Ac\u2066me\u2069', 'U+2066'],
    ['Acme\u0007', 'U+0007'],
    ['Acme\n', 'U+000A'],
    ['Acme\u2028', 'U+2028'],
    ['Ac\u00ADme', 'U+00AD'],
    ['Acme\u3164', 'U+3164'],
    ['Acme\u{E0041}', 'U+E0041'],
    ['Acme\uE000', 'U+E000'],
  ])('finds the one in %j', (text, found) => expect(findInvisibleCharacter(text)).toBe(found));

  it.each(['Acme Furniture', 'Muñoz & Söhne', '株式会社', "O'Neil-Smith (Ohio)"])(
    'finds none in %s',
    (text) => expect(findInvisibleCharacter(text)).toBeNull(),
  );
});

describe('escapeInvisible', () => {
  it('writes control and bidirectional characters as text', () => {
    expect(escapeInvisible('a\u001b[2J\nb\u202E ü')).toBe('a\\u{1b}[2J\\u{a}b\\u{202e} ü');
  });
});

describe('toVisibleLine', () => {
  it('removes invisible characters and joins lines', () => {
    expect(toVisibleLine(' Ana\u202E\n\tBo \u200B Diaz\u0000 ')).toBe('Ana Bo Diaz');
  });
});
