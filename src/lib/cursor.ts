// Pagination cursors: opaque to the caller, and signed, so that only cursors of this environment are accepted.
import type { KeyRing } from './key-ring.ts';

/** Key of the last or first row of a page: lists are ordered by time, then by id. */
export interface ListPosition {
  readonly atMs: number;
  readonly id: string;
}

export function encodeListCursor(keys: KeyRing, scope: string, { atMs, id }: ListPosition): string {
  const text = Buffer.from(`${atMs}.${id}`).toString('base64url');
  return `${text}.${keys.sign(`${scope}|${text}`).slice(0, 22)}`;
}

/** null: the signature is wrong, or the cursor belongs to another list. */
export function decodeListCursor(keys: KeyRing, scope: string, cursor: string): ListPosition | null {
  const [text = '', signature = ''] = cursor.split('.');
  if (keys.sign(`${scope}|${text}`).slice(0, 22) !== signature) return null;
  const [atMs, id] = Buffer.from(text, 'base64url').toString().split('.');
  return id === undefined ? null : { atMs: Number(atMs), id };
}

/** Cursor of the event feed. Consumers may store it indefinitely, so it is verified with older keys too. */
export function encodeFeedCursor(keys: KeyRing, scope: string, position: bigint): string {
  const text = Buffer.from(String(position)).toString('base64url');
  return `${text}.${keys.sign(`${scope}|${text}`)}`;
}

/** null: the signature is wrong, or the cursor belongs to another feed. */
export function decodeFeedCursor(keys: KeyRing, scope: string, cursor: string): bigint | null {
  const [text = '', signature = ''] = cursor.split('.');
  if (!keys.verify(`${scope}|${text}`, signature)) return null;
  return BigInt(Buffer.from(text, 'base64url').toString());
}
