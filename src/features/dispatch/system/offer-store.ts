// Offers of bookings to crews. An open offer blocks the time of the crew.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { CrewSlot } from '../../../domain/dispatch/crew-fit.ts';
import type { OfferDecline, OfferDeclineReason } from '../../../domain/dispatch/offer-decline-reasons.ts';
import { slotOf } from './crew-store.ts';

export type OfferState = 'open' | 'accepted' | 'refused' | 'expired' | 'withdrawn';

export interface Offer {
  readonly id: string;
  readonly bookingId: string;
  readonly hid: string;
  readonly accountId: string;
  readonly crewId: string;
  readonly crewName: string;
  readonly state: OfferState;
  readonly slot: CrewSlot;
  readonly offeredAt: Date;
  readonly expiresAt: Date;
  readonly answeredAt: Date | null;
  /** `followed`: the crew of an applied plan. Otherwise why it is another crew; null if the booking was not planned. */
  readonly plan: string | null;
  /** Both are null unless the crew declined the offer on its page. */
  readonly declineReason: OfferDeclineReason | null;
  readonly declineNote: string | null;
}

const selectOffers = sql`
  select o.id, o.booking_id as "bookingId", b.hid, o.account_id as "accountId", o.crew_id as "crewId", c.name as "crewName",
    o.state, o.offered_at as "offeredAt", o.expires_at as "expiresAt", o.answered_at as "answeredAt", o.plan,
    o.decline_reason as "declineReason", o.decline_note as "declineNote",
    ${slotOf('o')} as slot
  from dispatch_offer o join crew c on c.id = o.crew_id join booking b on b.id = o.booking_id`;

export async function findOffer(db: SystemDatabase, id: string): Promise<Offer | undefined> {
  const { rows } = await sql<Offer>`${selectOffers} where o.id = ${id}`.execute(db);
  return rows[0];
}

export interface OfferFilter {
  readonly crewId?: string | undefined;
  readonly bookingId?: string | undefined;
  readonly state?: OfferState | undefined;
  readonly limit: number;
}

/** Newest first. */
export async function listOfferRows(db: SystemDatabase, filter: OfferFilter): Promise<Offer[]> {
  const conditions = [
    sql`true`,
    ...(filter.crewId === undefined ? [] : [sql`o.crew_id = ${filter.crewId}`]),
    ...(filter.bookingId === undefined ? [] : [sql`o.booking_id = ${filter.bookingId}`]),
    ...(filter.state === undefined ? [] : [sql`o.state = ${filter.state}`]),
  ];
  const { rows } = await sql<Offer>`
    ${selectOffers} where ${sql.join(conditions, sql` and `)}
    order by o.offered_at desc, o.id desc limit ${filter.limit}`.execute(db);
  return rows;
}

/** An offer of a dispatch round or a dispatcher, with the crew version that it is based on. */
export interface NewOffer extends Pick<Offer, 'id' | 'bookingId' | 'accountId' | 'crewId' | 'slot' | 'plan'> {
  readonly crewVersion: number;
}

export interface OfferTerms {
  readonly now: Date;
  readonly expiresAt: Date;
  /** The offers of a dispatcher join open offers of their booking. */
  readonly isByHand?: boolean;
}

/**
 * Returns the ids of the offers that were written. Offers whose booking or crew has changed since planning are left
 * out.
 */
export async function writeOffers(
  db: SystemDatabase,
  offers: readonly NewOffer[],
  { now, expiresAt, isByHand = false }: OfferTerms,
): Promise<Set<string>> {
  if (offers.length === 0) return new Set();
  const planned = offers.map(({ id, bookingId, accountId, crewId, crewVersion, slot, plan }) => ({
    id,
    booking: bookingId,
    account: accountId,
    crew: crewId,
    version: crewVersion,
    starts: new Date(slot.startsMs),
    arrives: new Date(slot.arrivesMs),
    ends: new Date(slot.endsMs),
    from_longitude: slot.from.longitude,
    from_latitude: slot.from.latitude,
    to_longitude: slot.to.longitude,
    to_latitude: slot.to.latitude,
    plan,
  }));
  const { rows } = await sql<{ id: string }>`
    select offer_crews(${JSON.stringify(planned)}::json, ${now}, ${expiresAt}, ${isByHand}) as id`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Returns false if the offer was no longer open. */
export async function closeOffer(
  db: SystemDatabase,
  id: string,
  state: 'refused' | 'withdrawn',
  now: Date,
  decline: OfferDecline | null = null,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update dispatch_offer set state = ${state}, answered_at = ${now}, decline_reason = ${decline?.reason ?? null},
      decline_note = ${decline?.note ?? null}
    where id = ${id} and state = 'open'`.execute(db);
  return numAffectedRows > 0n;
}

/**
 * Expires overdue offers, except those that another transaction has locked to answer. Returns the ids of their
 * bookings.
 */
export async function expireOffers(db: SystemDatabase, now: Date): Promise<string[]> {
  const { rows } = await sql<{ bookingId: string }>`
    update dispatch_offer set state = 'expired', answered_at = ${now} where id in (
      select id from dispatch_offer where state = 'open' and expires_at <= ${now} for update skip locked)
    returning booking_id as "bookingId"`.execute(db);
  return rows.map(({ bookingId }) => bookingId);
}
