// Identifiers. UUIDv7 carries its creation time in its first bits, so new rows land side by side in an index.
import { randomUUID } from 'node:crypto';

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}

/** The random part is taken from a version 4, for which Node keeps randomness in store. */
export function uuidv7(millis: number): string {
  return headOf(millis) + randomUUID().slice(15);
}

/** Time and version. */
function headOf(millis: number): string {
  const time = millis.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7`;
}

export interface Ids {
  next(): string;
}

// The twelve bits behind the millisecond count within it. They begin in the lower half, anywhere, so that processes differ.
const COUNT_END = 0x1000;
const COUNT_STARTS = 0x800;

/** Each sorts behind the one before it, whatever the clock does: rows made at one moment list in the order in which they were made. */
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
