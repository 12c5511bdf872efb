// Windows-1252: the characters of the standard PDF fonts.

const EXTRA = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

export function isWinAnsi(text: string): boolean {
  return Array.from(text).every(isKnown);
}

/** Composes accents with their letters, and replaces each white space and control character with a space. */
export function oneLine(text: string): string {
  return text.normalize('NFC').replace(/[\s\p{Cc}]/gu, ' ');
}

function isKnown(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff) || EXTRA.includes(character);
}
