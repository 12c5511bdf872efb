// Offers to a crew as its page shows them: open ones, and those that closed a short time ago.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../db/system-database.ts';
import type { Booking } from '../../domain/booking/booking.ts';
import type { Waypoint } from '../../domain/place/travel.ts';
import { type BookingRow, fromRow, selectBooking } from '../bookings/booking-store.ts';
import type { OfferState } from '../dispatch/system/offer-store.ts';

export interface OfferedBooking {
  readonly offerId: string;
  readonly offerState: OfferState;
  readonly startsAt: Date;
  readonly arrivesAt: Date;
  readonly endsAt: Date;
  readonly expiresAt: Date;
  /** Another crew is engaged in the booking. */
  readonly isTaken: boolean;
  /** Where the crew is before the job: its last stop, or else its last position. null: unknown. */
  readonly lastStop: Waypoint | null;
  readonly position: Waypoint | null;
  readonly booking: Booking;
}

/** How long a closed offer is still shown. */
const shownMinutes = 10;

/**
 * The latest offer of each booking, the first to expire first: open, or expired or withdrawn within the last 10
 * minutes. Offers that the crew answered and bookings that it has are left out.
 */
export async function listOffered(db: SystemDatabase, crewId: string, now: Date): Promise<OfferedBooking[]> {
  const since = new Date(now.getTime() - shownMinutes * 60_000);
  const { rows } = await sql<BookingRow & Omit<OfferedBooking, 'booking'>>`
    select o.id as "offerId", o.state as "offerState", o.starts_at as "startsAt", o.arrives_at as "arrivesAt", o.ends_at as "endsAt",
      o.expires_at as "expiresAt", engaged.crew_id is not null as "isTaken", last_stop.place as "lastStop",
      case when c.position_at is not null
        then json_build_object('longitude', c.longitude, 'latitude', c.latitude) end as "position", found.*
    from (
      select distinct on (booking_id) * from dispatch_offer
      where crew_id = ${crewId} and offered_at > ${now}::timestamptz - interval '1 day'
      order by booking_id, offered_at desc, id desc) o
    join crew c on c.id = o.crew_id and c.retired_at is null
    left join crew_engagement engaged on engaged.booking_id = o.booking_id and engaged.ended_at is null
    left join lateral (
      select json_build_object('longitude', e.to_longitude, 'latitude', e.to_latitude) as place from crew_engagement e
      where e.crew_id = o.crew_id and e.booking_id <> o.booking_id and e.starts_at <= o.starts_at
        and (e.ended_at is null or (e.end_reason = 'completed' and e.ended_at > ${now}::timestamptz - interval '12 hours'))
      order by e.starts_at desc limit 1) last_stop on true
    join lateral (${selectBooking} where b.id = o.booking_id) found on true
    where o.state in ('open', 'expired', 'withdrawn') and coalesce(o.answered_at, o.expires_at) > ${since}
      and engaged.crew_id is distinct from o.crew_id
    order by o.expires_at, o.id limit 10`.execute(db);
  return rows.map(toOffered);
}

function toOffered(row: BookingRow & Omit<OfferedBooking, 'booking'>): OfferedBooking {
  const {
    offerId,
    offerState,
    startsAt,
    arrivesAt,
    endsAt,
    expiresAt,
    isTaken,
    lastStop,
    position,
    ...rest
  } = row;
  const { booking } = fromRow(rest);
  return {
    offerId,
    offerState,
    startsAt,
    arrivesAt,
    endsAt,
    expiresAt,
    isTaken,
    lastStop,
    position,
    booking,
  };
}
