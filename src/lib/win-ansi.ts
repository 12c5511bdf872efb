// Converts text to Windows-1252, the characters of the standard PDF fonts. Other characters lose their diacritics or
// become a question mark.

const EXTRA = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

export function winAnsi(text: string): string {
  return Array.from(text.normalize('NFC'), nearest).join('');
}

function nearest(character: string): string {
  if (isKnown(character)) return character;
  if (/\s/.test(character)) return ' ';
  const plain = Array.from(character.normalize('NFKD')).filter(isKnown).join('');
  return plain === '' ? '?' : plain;
}

function isKnown(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff) || EXTRA.includes(character);
}
