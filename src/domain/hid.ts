// The confirmation code of a booking: eight characters that can be read over the phone. Crockford's base32 leaves out
// the letters that look like digits; without vowels it also spells no words.

const ALPHABET = '0123456789BCDFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;

/** With 128 bits the remainder favours no code by more than one part in 2^88. */
export const HID_RANDOM_BYTES = 16;

export function hidFrom(randomBytes: Uint8Array): string {
  if (randomBytes.length < HID_RANDOM_BYTES) {
    throw new RangeError(`a confirmation code takes ${HID_RANDOM_BYTES} random bytes`);
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

const CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** Whether it could be one at all. */
export function isHid(text: string): boolean {
  return CODE.test(text);
}
