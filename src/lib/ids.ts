// Identifiers: UUIDv7, which starts with its creation time, so that new rows are adjacent in an index.
import { randomUUID } from 'node:crypto';

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}

/** Takes the random part from a UUIDv4, for which Node caches random bytes. */
export function uuidv7(millis: number): string {
  return headOf(millis) + randomUUID().slice(15);
}

/** Creation time of a UUIDv7. */
export function uuidTime(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}

/** Deterministic: the bits after the timestamp come from a hash of at least 16 bytes in base64url. */
export function uuidv7Of(millis: number, hash: string): string {
  const hex = Buffer.from(hash, 'base64url').toString('hex');
  return `${headOf(millis)}${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6, 18)}`;
}

/** Timestamp and version. */
function headOf(millis: number): string {
  const time = millis.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7`;
}

export interface Ids {
  next(): string;
}

// Counter in the 12 bits after the timestamp (RFC 9562, method 1). It starts at a random value in the lower half, so
// that processes differ and the counter has room.
const COUNT_END = 0x1000;
const COUNT_STARTS = 0x800;

/**
 * Strictly ascending ids, also within a millisecond and if the clock is set back: rows created at the same time sort in
 * the order of creation.
 */
export function ascendingIds(nowMs: () => number): Ids {
  let millis = 0;
  let count = 0;
  let head = '';
  return {
    next: () => {
      const random = randomUUID();
      const now = nowMs();
      if (now > millis || ++count === COUNT_END) {
        millis = Math.max(now, millis + 1);
        count = Number.parseInt(random.slice(0, 3), 16) % COUNT_STARTS;
        head = headOf(millis);
      }
      return `${head}${count.toString(16).padStart(3, '0')}${random.slice(18)}`;
    },
  };
}

export const randomIds = ascendingIds(Date.now);
