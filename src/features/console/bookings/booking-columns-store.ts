// SQL of a booking for pages on which operators follow it and call people: people, place and progress.
import { type RawBuilder, sql } from 'kysely';
import { ON_DEMAND_HOLD_MS } from '../../../domain/time/capacity-claim.ts';
import type { WatchedBooking } from '../../../domain/time/lateness.ts';
import type { OpenOffer } from '../dispatch/open-offer-schema.ts';
import type { PlannedCrew } from '../dispatch/planned-crew-schema.ts';

/** Name of the customer, or of the first contact with a name. Expects the booking table under the alias `b`. */
export const customerName = sql`coalesce(b.customer ->> 'name', (select c.name from booking_contact c
  where c.booking_id = b.id and c.name is not null order by c.position limit 1))`;

/** Phone number of the customer, or of the first contact. */
export const customerPhone = sql`coalesce(b.customer ->> 'phoneNumber', (select c.phone_number from booking_contact c
  where c.booking_id = b.id order by c.position limit 1))`;

/** Town of the last stop. */
export const destinationTown = sql`(select l.address ->> 'locality' from booking_stop s
  join location l on l.id = s.location_id where s.booking_id = b.id order by s.position desc limit 1)`;

/** Number of stops that an operator skipped. */
export const stopsSkipped = sql`(select count(*)::int from json_array_elements(b.dispatch -> 'events') event
  where event.value ->> 'outcome' = 'skipped')`;

/** Phone number of the crew's lead, or of the first member with one. Expects the crew under the alias `k`. */
export const crewPhone = sql`(select m.phone_number from crew_member m where m.crew_id = k.id
  and m.phone_number is not null order by m.position limit 1)`;

/** Whether a plan has assigned a crew that has not to depart yet: the board calls such a booking planned. */
export const isPlanned = (now: Date): RawBuilder<boolean> => sql<boolean>`(b.state = 'created' and exists (
  select from planned_job p where p.booking_id = b.id and p.starts_at >= ${now}))`;

/** The crew of `isPlanned`, in the wire format; null without one. */
export const plannedCrew = (
  now: Date,
): RawBuilder<PlannedCrew | null> => sql<PlannedCrew | null>`case when b.state = 'created' then (
  select json_build_object('crew_id', k.id, 'crew_name', k.name,
    'arrives_at', to_char(p.arrives_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from planned_job p join crew k on k.id = p.crew_id
  where p.booking_id = b.id and p.starts_at >= ${now}) end`;

/** The open offers of a booking without a crew, in the wire format; null without one. */
export const openOffer = (
  now: Date,
): RawBuilder<OpenOffer | null> => sql<OpenOffer | null>`case when b.state = 'created' then (
  select json_build_object(
    'crews', json_agg(json_build_object('id', o.crew_id, 'name', k.name) order by lower(k.name), k.id),
    'expires_at', to_char(max(o.expires_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from dispatch_offer o join crew k on k.id = o.crew_id
  where o.booking_id = b.id and o.state = 'open' and o.expires_at > ${now} having count(*) > 0) end`;

/** What lateness depends on. An on-demand window ends with its hold on the capacity, as on the board. */
export const watchedBooking = sql<WatchedBooking>`json_build_object('state', b.state, 'windowRef', b.window_ref,
  'windowEndMs', coalesce((b.arrival_window ->> 'endMs')::float8,
    (extract(epoch from b.window_taken_at) * 1000)::float8 + ${sql.lit(ON_DEMAND_HOLD_MS)}),
  'etaMs', (b.crew ->> 'etaMs')::float8,
  'stops', json_build_object('length', (select count(*) from booking_stop s where s.booking_id = b.id)),
  'progress', case when b.dispatch ->> 'state' is not null then json_build_object('state', b.dispatch ->> 'state',
    'position', (b.dispatch ->> 'routePosition')::int, 'departedAtMs', null) end)`;
