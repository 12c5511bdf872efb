// Store: bookings and events as the notifications read them, with account settings and time zones of the stops.
import { type RawBuilder, sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { BookingEventType, ChangedField } from '../../../domain/booking/booking-events.ts';
import { ARRIVING_MINUTES } from '../../../domain/notification/notification-plan.ts';
import type { Language } from '../../../lib/language.ts';
import type { EndpointAlert } from '../endpoint-mail.ts';
import type { BookingMessageContext, StopLocation, WireBooking } from '../notified-booking-view.ts';

export interface NotifiableBookingEvent extends BookingMessageContext {
  readonly eventId: string;
  readonly accountId: string;
  readonly type: BookingEventType;
  readonly occurredAt: Date;
  readonly stopId: string | null;
  readonly changed: readonly ChangedField[];
  readonly booking: WireBooking;
}

type WithoutLocations<T> = Omit<T, 'locations'>;

/** The language that the account has set for its messages. */
const languageOf = (accountId: RawBuilder<unknown>) =>
  sql<Language>`coalesce((select s.language from notification_setting s where s.account_id = ${accountId}), 'en')`;

const contextColumns = sql`
  b.recipients, a.name as "accountName", a.kind as "accountKind", a.contact_email as "contactEmail",
  (select json_build_object('travel', json_build_object('minutes', q.facts #> '{travel,minutes}'),
    'prices', json_build_object('labor', q.facts #> '{prices,labor}')) from quote q where q.id = b.quote_id) as quote,
  (select json_agg(json_build_object('stopId', r.stop_id, 'start_at', n.wire #>> '{arrival_window,start_at}',
      'end_at', n.wire #>> '{arrival_window,end_at}'))
    from redelivery r join booking n on n.id = r.new_booking_id and n.account_id = r.account_id
    where r.booking_id = b.id and r.account_id = b.account_id and n.state <> 'cancelled') as redeliveries,
  (select f.hid from redelivery r join booking f on f.id = r.booking_id and f.account_id = r.account_id
    where r.new_booking_id = b.id and r.account_id = b.account_id) as "redeliveryOf",
  (select s.live from branding s where s.account_id = b.account_id) as branding,
  (select u.username from app_user u where u.id = b.booked_by) as username,
  ${languageOf(sql.ref('b.account_id'))} as language`;

interface EventRow extends WithoutLocations<Omit<NotifiableBookingEvent, 'stopId' | 'changed' | 'booking'>> {
  readonly data: {
    readonly booking: WireBooking;
    readonly stop?: { readonly id: string };
    readonly changed: readonly ChangedField[];
  };
}

/**
 * Booking events whose customers want notifications, in feed order. Location updates are frequent, so only those close
 * to arrival are read. Payloads are large, so each is parsed once.
 */
export async function loadNotifiableBookingEvents(
  trx: SystemDatabase,
  ids: readonly string[],
): Promise<NotifiableBookingEvent[]> {
  const { rows } = await sql<EventRow>`
    select e.id as "eventId", e.account_id as "accountId", e.type, e.occurred_at as "occurredAt", e.payload -> 'data' as data,
      ${contextColumns}
    from event e join booking b on b.id = e.booking_id join account a on a.id = e.account_id
    where e.id = any (${[...ids]}::uuid[]) and b.customer_notifications_enabled
      and (e.type <> 'crew.location_updated' or (e.payload #>> '{data,booking,crew,eta}')::timestamptz
        <= e.occurred_at + make_interval(mins => ${ARRIVING_MINUTES}))
    order by e.position`.execute(trx);
  const locations = await locationsOf(
    trx,
    rows.map(({ data }) => data.booking),
  );
  return rows.map(({ data, ...row }) => ({
    ...row,
    booking: data.booking,
    stopId: data.stop?.id ?? null,
    changed: data.changed,
    locations,
  }));
}

export type CurrentBooking = BookingMessageContext & {
  readonly accountId: string;
  readonly booking: WireBooking;
};

/** The current state of a booking; undefined if it does not exist. */
export async function findCurrentBooking(
  db: SystemDatabase,
  bookingId: string,
): Promise<CurrentBooking | undefined> {
  const { rows } = await sql<WithoutLocations<CurrentBooking>>`
    select b.account_id as "accountId", b.wire as booking, ${contextColumns}
    from booking b join account a on a.id = b.account_id where b.id = ${bookingId}`.execute(db);
  const [found] = rows;
  return found && { ...found, locations: await locationsOf(db, [found.booking]) };
}

/** By location id. */
async function locationsOf(
  db: SystemDatabase,
  bookings: readonly WireBooking[],
): Promise<BookingMessageContext['locations']> {
  const ids = new Set(bookings.flatMap(({ route }) => route.map(({ location }) => location.id)));
  if (ids.size === 0) return {};
  const { rows } = await sql<StopLocation & { readonly id: string }>`
    select id, time_zone as "timeZone", longitude, latitude, location_type as "locationType", radius_miles as "radiusMiles"
    from location where id = any (${[...ids]}::uuid[])`.execute(db);
  return Object.fromEntries(rows.map((location) => [location.id, location]));
}

export interface NotifiableEndpointEvent extends Omit<EndpointAlert, 'environment' | 'lastFailure'> {
  readonly eventId: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly contactEmail: string;
}

/** Endpoint events of accounts that have a contact e-mail address. */
export async function loadNotifiableEndpointEvents(
  trx: SystemDatabase,
  ids: readonly string[],
): Promise<NotifiableEndpointEvent[]> {
  const { rows } = await sql<NotifiableEndpointEvent>`
    select e.id as "eventId", e.account_id as "accountId", e.type, a.name as "accountName",
      a.contact_email as "contactEmail", e.payload #>> '{data,webhook_endpoint,url}' as url,
      e.payload #>> '{data,webhook_endpoint,id}' as "endpointId",
      e.payload #>> '{data,webhook_endpoint,disabled_reason}' as "disabledReason",
      e.payload #>> '{data,failing_since}' as "failingSince", ${languageOf(sql.ref('e.account_id'))} as language
    from event e join account a on a.id = e.account_id
    where e.id = any (${[...ids]}::uuid[]) and a.contact_email is not null order by e.position`.execute(trx);
  return rows;
}

export interface AccountContact {
  /** E-mail address for operational notices; null if the account has none. */
  readonly email: string | null;
  readonly language: Language;
}

export async function findAccountContact(db: SystemDatabase, accountId: string): Promise<AccountContact> {
  const { rows } = await sql<AccountContact>`
    select a.contact_email as email, ${languageOf(sql.ref('a.id'))} as language
    from account a where a.id = ${accountId}`.execute(db);
  return rows[0] ?? { email: null, language: 'en' };
}
