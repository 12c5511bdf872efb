// Tracking links. The share link (`share_url`) carries a random token stored with the booking. Each contact has a link
// of its own, which contains the booking id and a signature over booking and contact. It needs no storage, and neither
// link can be derived from the other.
import type { Context } from '../../context.ts';
import type { KeyRing } from '../../lib/key-ring.ts';
import type { Language } from '../../lib/language.ts';
import { sharePath } from '../bookings/booking-view.ts';

const idCharacters = 22;
const shareTokenPattern = /^[A-Za-z0-9_-]{22}$/;
const contactTokenPattern = /^[A-Za-z0-9_-]{44}$/;

export type TrackingToken =
  | { readonly kind: 'share'; readonly shareToken: string }
  | { readonly kind: 'contact'; readonly bookingId: string; readonly signature: string };

/** Parses a token; null if it has neither format. Signatures are not checked here. */
export function parseTrackingToken(token: string): TrackingToken | null {
  if (shareTokenPattern.test(token)) return { kind: 'share', shareToken: token };
  if (!contactTokenPattern.test(token)) return null;
  const bookingId = uuidOf(Buffer.from(token.slice(0, idCharacters), 'base64url'));
  return { kind: 'contact', bookingId, signature: token.slice(idCharacters) };
}

/** Tracking link of one contact, for messages to that contact only. `language` selects the language of the page. */
export function contactTrackingUrl(
  { keys, environment }: Pick<Context, 'keys' | 'environment'>,
  bookingId: string,
  contactId: string,
  language?: Language,
): string {
  const id = Buffer.from(bookingId.replaceAll('-', ''), 'hex').toString('base64url');
  const token = `${id}${keys.signShort(signedText(bookingId, contactId))}`;
  return `${environment.publicUrl}${sharePath(token)}${language === undefined ? '' : `?lang=${language}`}`;
}

export function isSignedFor(keys: KeyRing, bookingId: string, contactId: string, signature: string): boolean {
  return keys.verifyShort(signedText(bookingId, contactId), signature);
}

const signedText = (bookingId: string, contactId: string) => `tracking ${bookingId} ${contactId}`;

function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
