// Characters that a reader does not see and that can change what the reader sees: control characters, bidirectional
// marks, zero-width characters and other format characters, fillers, line separators, private use and surrogates.

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u;
const ALL_INVISIBLE = new RegExp(INVISIBLE.source, 'gu');

/** The first invisible character, as `U+202E`; null if there is none. */
export function findInvisibleCharacter(text: string): string | null {
  const found = INVISIBLE.exec(text)?.[0].codePointAt(0);
  return found === undefined ? null : `U+${found.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The text with invisible characters written as `\\u{1b}`, so that they have no effect on a terminal. */
export function escapeInvisible(text: string): string {
  return text.replace(ALL_INVISIBLE, (found) => `\\u{${found.codePointAt(0)?.toString(16)}}`);
}

/** The text as one line: white space becomes single spaces, and invisible characters are removed. */
export function toVisibleLine(text: string): string {
  return text.replace(/\s+/g, ' ').replace(ALL_INVISIBLE, '').replace(/ {2,}/g, ' ').trim();
}
