// Identifiers. UUIDv7 carries its creation time in its first bits, so new rows land side by side in an index.
import { randomFillSync } from 'node:crypto';

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}

// Fetched for many ids at a time: asking for a few bytes costs as much as asking for thousands.
const random = Buffer.alloc(16 * 256);
let used = random.length;

function nextRandom(): Buffer {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  used += 16;
  return random.subarray(used - 16, used);
}

export function uuidv7(millis: number): string {
  const bytes = nextRandom();
  bytes.writeUIntBE(millis, 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export interface Ids {
  next(): string;
}

export const randomIds: Ids = { next: () => uuidv7(Date.now()) };
