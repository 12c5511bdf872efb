// Identifiers. UUIDv7 carries its creation time in its first bits, so new rows land side by side in an index.
import { randomUUID } from 'node:crypto';

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}

/** The random part is taken from a version 4, for which Node keeps randomness in store. */
export function uuidv7(millis: number): string {
  const time = millis.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

export interface Ids {
  next(): string;
}

export const randomIds: Ids = { next: () => uuidv7(Date.now()) };
