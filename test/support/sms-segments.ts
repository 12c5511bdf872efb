// Number of segments of an SMS. In the GSM 03.38 alphabet a segment has 160 characters, or 153 if there are several;
// any other character switches the whole text to UCS-2 with 70 or 67.

const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿' +
  'abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENDED = '^{}\\[~]|€';

export function smsSegments(text: string): number {
  const sizes = Array.from(text, (character) =>
    BASIC.includes(character) ? 1 : EXTENDED.includes(character) ? 2 : null,
  );
  if (sizes.includes(null)) return segments(text.length, 70, 67);
  return segments(
    sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0),
    160,
    153,
  );
}

function segments(length: number, alone: number, joined: number): number {
  return length <= alone ? 1 : Math.ceil(length / joined);
}
