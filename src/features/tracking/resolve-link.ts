// Resolves a tracking token to its booking and the contact who holds the link.
import type { Context } from '../../context.ts';
import type { IdentityDatabase } from '../../db/identity-database.ts';
import type { Branding } from '../../domain/account/branding.ts';
import { type Booking, isLastStopDone } from '../../domain/booking/booking.ts';
import type { Contact } from '../../domain/booking/contacts.ts';
import { findBooking } from '../bookings/booking-store.ts';
import { isSignedFor, parseTrackingToken, type TrackingToken } from './tracking-link.ts';
import { findLinkTarget } from './tracking-link-store.ts';

export interface LinkContext extends Pick<Context, 'db' | 'clock' | 'keys' | 'environment'> {
  readonly identity: IdentityDatabase;
  /** Days after the end of a booking for which the link works. */
  readonly linkDays: number;
  readonly findSender: (accountId: string) => Promise<Sender>;
}

/** The account that booked, as customers see it. */
export interface Sender {
  /** Name of the organization; null for personal accounts. */
  readonly name: string | null;
  /** null: the default look. */
  readonly branding: Branding | null;
}

export interface ResolvedLink {
  readonly kind: 'open';
  readonly booking: Booking;
  /** The contact who holds the link; null for the share link. */
  readonly contact: Contact | null;
  readonly sender: Sender;
  /** null while the booking is active. */
  readonly expiresAtMs: number | null;
}

export interface ExpiredLink {
  readonly kind: 'expired';
  /** The reader can still turn to the organization. */
  readonly sender: Sender;
}

export type LinkResolution = ResolvedLink | ExpiredLink | { readonly kind: 'unknown' };

const DAY_MS = 86_400_000;
const unknown = { kind: 'unknown' } as const;

export async function resolveLink(context: LinkContext, text: string): Promise<LinkResolution> {
  const token = parseTrackingToken(text);
  const target = token && (await findLinkTarget(context.identity, token));
  if (!token || !target) return unknown;
  const { accountId, bookingId } = target;
  const [stored, sender] = await Promise.all([
    findBooking(context.db.forAccount(accountId), accountId, bookingId),
    context.findSender(accountId),
  ]);
  const contact = stored && keyOwnerOf(context, token, stored.booking);
  if (!stored || contact === undefined) return unknown;
  const { booking } = stored;
  const expiresAtMs = expiryOf(booking, context.linkDays);
  if (expiresAtMs !== null && expiresAtMs <= context.clock.now().getTime())
    return { kind: 'expired', sender };
  return { kind: 'open', booking, contact, sender, expiresAtMs };
}

/** Returns undefined if the token's contact does not belong to the booking, or no longer does. */
function keyOwnerOf({ keys }: LinkContext, token: TrackingToken, booking: Booking) {
  if (token.kind === 'share') return null;
  return booking.contacts.find(({ id }) => isSignedFor(keys, booking.id, id, token.signature));
}

/** null while the booking is active. */
export function expiryOf(booking: Booking, linkDays: number): number | null {
  const endedAtMs = endOf(booking);
  return endedAtMs === null ? null : endedAtMs + linkDays * DAY_MS;
}

/** The last completed stop is the end, also before the booking itself is completed: the page stops updating then. */
function endOf(booking: Booking): number | null {
  const { state, dispatch, cancellation } = booking;
  if (state === 'cancelled') return cancellation?.atMs ?? null;
  return isLastStopDone(booking) ? (dispatch?.events.at(-1)?.triggeredAtMs ?? null) : null;
}
