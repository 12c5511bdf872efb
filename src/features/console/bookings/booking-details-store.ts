// Queries for the booking page, in the wire format: the engaged crew, a stop failure, messages to recipients and webhook
// deliveries.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { OpenOffer } from '../dispatch/open-offer-schema.ts';
import type { PlannedCrew } from '../dispatch/planned-crew-schema.ts';
import { crewPhone, isPlanned, openOffer, plannedCrew } from './booking-columns-store.ts';
import type { BookingDelivery, BookingMessage, EngagedCrew } from './booking-details-schemas.ts';

/** The engaged crew, or the crew that completed the booking. */
export async function findEngagedCrew(db: SystemDatabase, bookingId: string): Promise<EngagedCrew | null> {
  const { rows } = await sql<EngagedCrew>`
    select k.id, k.name, ${crewPhone} as phone_number, v.name as vehicle_name, v.type as vehicle_type, e.starts_at,
      coalesce(e.ended_at, e.ends_at) as ends_at,
      case when k.longitude is not null and k.latitude is not null then json_build_array(k.longitude, k.latitude) end
        as location,
      k.position_at as located_at
    from crew_engagement e join crew k on k.id = e.crew_id left join vehicle v on v.id = k.vehicle_id
    where e.booking_id = ${bookingId} and (e.ended_at is null or e.end_reason = 'completed')
    order by e.ended_at nulls first limit 1`.execute(db);
  return rows[0] ?? null;
}

interface BookingStatus {
  /** Reason of the stop failure at the current stop; null without one. */
  readonly trouble: string | null;
  readonly is_planned: boolean;
  readonly planned: PlannedCrew | null;
  readonly offer: OpenOffer | null;
}

/** What the state of a booking does not say. */
export async function findBookingStatus(
  db: SystemDatabase,
  bookingId: string,
  now: Date,
): Promise<BookingStatus> {
  const { rows } = await sql<BookingStatus>`
    select b.dispatch #>> '{failure,reason}' as trouble, ${isPlanned(now)} as is_planned,
      ${plannedCrew(now)} as planned, ${openOffer(now)} as offer
    from booking b where b.id = ${bookingId}`.execute(db);
  return rows[0] ?? { trouble: null, is_planned: false, planned: null, offer: null };
}

const maxDeliveries = 200;

/**
 * Newest first. Excludes `crew.location_updated`, which occurs every ten seconds. The query string of an endpoint URL is
 * cut off: it may contain a secret of the partner.
 */
export async function deliveriesOfBooking(db: SystemDatabase, bookingId: string): Promise<BookingDelivery[]> {
  const { rows } = await sql<BookingDelivery>`
    select d.id, d.created_at as at, d.event_type as type, split_part(w.url, '?', 1) as endpoint, d.status, d.attempts,
      d.last_status_code as status_code
    from webhook_delivery d left join webhook_endpoint w on w.id = d.endpoint_id
    where d.booking_id = ${bookingId} and d.event_type <> 'crew.location_updated'
    order by d.id desc limit ${maxDeliveries}`.execute(db);
  return rows;
}

const maxMessages = 200;

/** Newest first. */
export async function messagesOfBooking(db: SystemDatabase, bookingId: string): Promise<BookingMessage[]> {
  const { rows } = await sql<BookingMessage>`
    select m.id, m.created_at as at, m.kind, m.channel, m.address as "to",
      case m.kind when 'custom' then m.content ->> 'text' else coalesce(m.content ->> 'subject', m.content ->> 'text') end as text,
      m.status, m.reason, o.name as written_by
    from message m left join operator o on o.id = m.operator_id
    where m.booking_id = ${bookingId} order by m.created_at desc, m.id desc limit ${maxMessages}`.execute(db);
  return rows;
}
