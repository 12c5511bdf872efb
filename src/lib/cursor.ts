// Places in a list that leave us and come back: opaque to the caller, signed so that only our own are taken.
import type { KeyRing } from './key-ring.ts';

/** The last row a page showed, or the first: lists run by time, ids break ties. */
export interface ListPlace {
  readonly atMs: number;
  readonly id: string;
}

export function sealPlace(keys: KeyRing, scope: string, { atMs, id }: ListPlace): string {
  const text = Buffer.from(`${atMs}.${id}`).toString('base64url');
  return `${text}.${keys.sign(`${scope}|${text}`).slice(0, 22)}`;
}

/** null: not one of ours, or made for another list. */
export function openPlace(keys: KeyRing, scope: string, cursor: string): ListPlace | null {
  const [text = '', signature = ''] = cursor.split('.');
  if (keys.sign(`${scope}|${text}`).slice(0, 22) !== signature) return null;
  const [atMs, id] = Buffer.from(text, 'base64url').toString().split('.');
  return id === undefined ? null : { atMs: Number(atMs), id };
}

/** A place in a feed, which a follower may keep for as long as it likes: also over a change of keys. */
export function sealPosition(keys: KeyRing, scope: string, position: bigint): string {
  const text = Buffer.from(String(position)).toString('base64url');
  return `${text}.${keys.sign(`${scope}|${text}`)}`;
}

/** null: not one of ours, or made for another feed. */
export function openPosition(keys: KeyRing, scope: string, cursor: string): bigint | null {
  const [text = '', signature = ''] = cursor.split('.');
  if (!keys.verify(`${scope}|${text}`, signature)) return null;
  return BigInt(Buffer.from(text, 'base64url').toString());
}
