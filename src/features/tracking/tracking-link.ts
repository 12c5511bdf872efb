// Links to the tracking page. A booking's own (`share_url`) carries a random token that is kept with the booking. Each
// contact has one more, bound to its stops: the booking's number and a signature over the booking and the contact, so that
// nothing has to be kept, and neither link can be made from the other.
import type { Context } from '../../context.ts';
import type { KeyRing } from '../../lib/key-ring.ts';
import type { Language } from '../../lib/language.ts';
import { sharePath } from '../bookings/booking-view.ts';

const idCharacters = 22;
const shareTokenPattern = /^[A-Za-z0-9_-]{22}$/;
const contactTokenPattern = /^[A-Za-z0-9_-]{44}$/;

export type ReadToken =
  | { readonly kind: 'share'; readonly shareToken: string }
  | { readonly kind: 'contact'; readonly bookingId: string; readonly signature: string };

/** What a token claims to be; null where it can be none of ours. */
export function readToken(token: string): ReadToken | null {
  if (shareTokenPattern.test(token)) return { kind: 'share', shareToken: token };
  if (!contactTokenPattern.test(token)) return null;
  const bookingId = uuidOf(Buffer.from(token.slice(0, idCharacters), 'base64url'));
  return { kind: 'contact', bookingId, signature: token.slice(idCharacters) };
}

/** The link of one contact, for messages to that contact alone. `language` opens the page in it. */
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
