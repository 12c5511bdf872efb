// The hid: confirmation code of a booking, 8 characters that can be read over the phone. Alphabet: Crockford's base32
// (no letters that look like digits) without vowels, so that it spells no words.

const ALPHABET = '0123456789BCDFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;

/** With 128 bits, the modulo bias is below 2^-88. */
export const HID_RANDOM_BYTES = 16;

export function hidFrom(randomBytes: Uint8Array): string {
  if (randomBytes.length < HID_RANDOM_BYTES) {
    throw new RangeError(`a confirmation code requires ${HID_RANDOM_BYTES} random bytes`);
  }
  const base = BigInt(ALPHABET.length);
  let rest = randomBytes.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n);
  let hid = '';
  while (hid.length < LENGTH) {
    hid += ALPHABET.charAt(Number(rest % base));
    rest /= base;
  }
  return hid;
}

const HID_PATTERN = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** Checks the format only. */
export function isHid(text: string): boolean {
  return HID_PATTERN.test(text);
}
