// SQL of a booking for pages on which operators follow it and call people: people, place and progress.
import { sql } from 'kysely';

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
