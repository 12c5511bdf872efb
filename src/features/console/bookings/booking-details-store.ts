// Queries for the booking page: the engaged crew, a stop failure, messages to recipients and webhook deliveries.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { VehicleType } from '../../../domain/dispatch/product.ts';
import type { ListedMessage } from '../../notifications/system/message-list-store.ts';

export interface EngagedCrew {
  readonly id: string;
  readonly name: string;
  readonly vehicleName: string | null;
  readonly vehicleType: VehicleType | null;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly longitude: number | null;
  readonly latitude: number | null;
  readonly positionAt: Date | null;
}

/** The engaged crew, or the crew that completed the booking. */
export async function findEngagedCrew(db: SystemDatabase, bookingId: string): Promise<EngagedCrew | null> {
  const { rows } = await sql<EngagedCrew>`
    select c.id, c.name, v.name as "vehicleName", v.type as "vehicleType", e.starts_at as "startsAt",
      coalesce(e.ended_at, e.ends_at) as "endsAt", c.longitude, c.latitude, c.position_at as "positionAt"
    from crew_engagement e join crew c on c.id = e.crew_id left join vehicle v on v.id = c.vehicle_id
    where e.booking_id = ${bookingId} and (e.ended_at is null or e.end_reason = 'completed')
    order by e.ended_at nulls first limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Reason of the stop failure at the current stop; null without one. */
export async function findStopFailureReason(db: SystemDatabase, bookingId: string): Promise<string | null> {
  const { rows } = await sql<{ reason: string | null }>`
    select dispatch #>> '{failure,reason}' as reason from booking where id = ${bookingId}`.execute(db);
  return rows[0]?.reason ?? null;
}

export interface BookingDelivery {
  readonly id: string;
  readonly eventType: string;
  readonly endpointUrl: string | null;
  readonly status: string;
  readonly attempts: number;
  readonly lastStatusCode: number | null;
  readonly createdAt: Date;
  readonly lastAttemptAt: Date | null;
}

const maxDeliveries = 200;

/** Newest first. Excludes `crew.location_updated`, which occurs every ten seconds. */
export async function deliveriesOfBooking(db: SystemDatabase, bookingId: string): Promise<BookingDelivery[]> {
  const { rows } = await sql<BookingDelivery>`
    select d.id, d.event_type as "eventType", w.url as "endpointUrl", d.status, d.attempts,
      d.last_status_code as "lastStatusCode", d.created_at as "createdAt", d.last_attempt_at as "lastAttemptAt"
    from webhook_delivery d left join webhook_endpoint w on w.id = d.endpoint_id
    where d.booking_id = ${bookingId} and d.event_type <> 'crew.location_updated'
    order by d.id desc limit ${maxDeliveries}`.execute(db);
  return rows;
}

export type SentMessage = Pick<
  ListedMessage,
  'id' | 'createdAt' | 'kind' | 'channel' | 'address' | 'content' | 'status' | 'reason'
>;

const maxMessages = 200;

/** Newest first. */
export async function messagesOfBooking(db: SystemDatabase, bookingId: string): Promise<SentMessage[]> {
  const { rows } = await sql<SentMessage>`
    select id, created_at as "createdAt", kind, channel, address, content, status, reason from message
    where booking_id = ${bookingId} order by created_at desc, id desc limit ${maxMessages}`.execute(db);
  return rows;
}
