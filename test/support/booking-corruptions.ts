// Corruptions of single rows in a database filled by seedBookings(), each with the doctor check that must report it and
// the row it must name.
import type { SeededBookings } from './seeded-bookings.ts';

const otherAccount = '7d7d1bb1-2f3c-4f3a-9d8f-2a2f8a8f0a11';

type ExpectedFault = Readonly<{ table: string; id?: string; message: RegExp }>;
type Corruption = readonly [
  what: string,
  check: string,
  sql: (ids: SeededBookings) => string,
  named: (ids: SeededBookings) => ExpectedFault,
];

export const setJson = (column: string, path: string, value: string) =>
  `${column} = jsonb_set(${column}::jsonb, '{${path}}', '${value}')::json`;
const firstEvent = (id: string) => `booking_id = '${id}' and sequence = 1`;

export const breaks: readonly Corruption[] = [
  [
    'an hour that counts one booking too many',
    'hours',
    () => `update capacity_bucket set reserved = reserved + 1 where reserved = 1`,
    () => ({ table: 'capacity_bucket', message: /2 places are reserved, 1 bookings/ }),
  ],
  [
    'an hour without a capacity row',
    'hours',
    () => `delete from capacity_bucket where reserved = 1`,
    () => ({ table: 'capacity_bucket', message: /0 places are reserved, 1 bookings/ }),
  ],
  [
    'an hour that is booked beyond its capacity',
    'capacity',
    () => `update capacity_bucket set reserved = 1001 where reserved = 1`,
    () => ({ table: 'capacity_bucket', message: /1001 places are reserved, the capacity is 1000/ }),
  ],
  [
    'more on-demand reservations than capacity',
    'capacity',
    () => `insert into on_demand_reservation select gen_random_uuid(), area_slug, product, ends_at
           from on_demand_reservation, generate_series(1, 100)`,
    () => ({ table: 'on_demand_reservation', id: 'united-states/van', message: /101 on-demand/ }),
  ],
  [
    'an on-demand booking without its reservation',
    'on demand',
    ({ onDemand }) => `delete from on_demand_reservation where id = '${onDemand}'`,
    ({ onDemand }) => ({ table: 'on_demand_reservation', id: onDemand, message: /holds no place/ }),
  ],
  [
    'an on-demand reservation without a booking',
    'on demand',
    () => `insert into on_demand_reservation values ('${otherAccount}', 'a', 'van', '2030-01-01')`,
    () => ({ table: 'on_demand_reservation', id: otherAccount, message: /no active on-demand booking/ }),
  ],
  [
    'an on-demand reservation with a different end',
    'on demand',
    () => `update on_demand_reservation set ends_at = ends_at + interval '1 hour'`,
    ({ onDemand }) => ({ table: 'on_demand_reservation', id: onDemand, message: /differ/ }),
  ],
  [
    'a missing stop',
    'routes',
    ({ edited }) => `delete from booking_stop where booking_id = '${edited}' and position = 1`,
    ({ edited }) => ({ table: 'booking', id: edited, message: /2 stops at positions 0, 2/ }),
  ],
  [
    'a route without any stop',
    'routes',
    ({ edited }) => `delete from booking_stop where booking_id = '${edited}'`,
    ({ edited }) => ({ table: 'booking', id: edited, message: /0 stops/ }),
  ],
  [
    'a contact of a removed stop',
    'contacts',
    ({ edited }) =>
      `update booking_contact set stop_ids = '{${otherAccount}}' where booking_id = '${edited}' and position = 1`,
    ({ edited }) => ({ table: 'booking_contact', id: `${edited}/1`, message: /does not have/ }),
  ],
  [
    'two contacts with the same phone number',
    'contacts',
    ({ edited }) => `update booking_contact set phone_number = '+14155552671' where booking_id = '${edited}'`,
    ({ edited }) => ({ table: 'booking', id: edited, message: /share a phone number/ }),
  ],
  [
    'a quote that is not marked as used',
    'quotes: each',
    ({ completed }) =>
      `delete from quote_use where quote_id = (select quote_id from booking where id = '${completed}')`,
    ({ completed }) => ({ table: 'booking', id: completed, message: /not marked as used/ }),
  ],
  [
    'a quote use of a deleted booking',
    'quotes: each',
    ({ completed }) => `delete from booking where id = '${completed}'`,
    () => ({ table: 'quote_use', message: /does not exist/ }),
  ],
  [
    'a quote of another product',
    'quotes: each',
    ({ completed }) => `update booking set product = 'box' where id = '${completed}'`,
    ({ completed }) => ({ table: 'booking', id: completed, message: /another product/ }),
  ],
  ...['booking_stop', 'booking_contact', 'quote_use', 'event'].map(
    (table): Corruption => [
      `a row of ${table} in another account`,
      'accounts',
      ({ edited }) => `update ${table} set account_id = '${otherAccount}' where ctid in
        (select ctid from ${table} where booking_id = '${edited}' limit 1)`,
      () => ({ table, message: /its booking belongs to account/ }),
    ],
  ),
  [
    'a quote in another account',
    'accounts',
    ({ edited }) => `update quote set account_id = '${otherAccount}'
      where id = (select quote_id from booking where id = '${edited}')`,
    ({ edited }) => ({ table: 'booking', id: edited, message: /its quote belongs to account/ }),
  ],
  [
    'a location in another account',
    'accounts',
    ({ edited }) => `update location set account_id = '${otherAccount}' where id =
      (select location_id from booking_stop where booking_id = '${edited}' and position = 2)`,
    ({ edited }) => ({ table: 'booking_stop', id: `${edited}/2`, message: /its location belongs/ }),
  ],
  [
    'an audit entry in another account',
    'accounts',
    ({ completed }) => `update audit_entry set account_id = '${otherAccount}'
      where subject_id = '${completed}' and action = 'booking.created'`,
    () => ({ table: 'audit_entry', message: /its booking belongs to account/ }),
  ],
  [
    'a booking of an account of another kind',
    'accounts',
    ({ completed }) => `update booking set account_kind = 'personal' where id = '${completed}'`,
    ({ completed }) => ({ table: 'booking', id: completed, message: /its account is organization/ }),
  ],
  [
    'a booking of an organization that a user placed',
    'accounts',
    ({ completed }) => `update booking set booked_by = '${otherAccount}' where id = '${completed}'`,
    ({ completed }) => ({ table: 'booking', id: completed, message: /organization, booked by 7d7d/ }),
  ],
  [
    'a missing event',
    'events: numbered',
    ({ edited }) => `delete from event where booking_id = '${edited}' and sequence = 2`,
    ({ edited }) => ({
      table: 'booking',
      id: edited,
      message: /should have 4 events, has 3 numbered 1 to 4/,
    }),
  ],
  [
    'a booking without any event',
    'events: numbered',
    ({ onDemand }) => `delete from event where booking_id = '${onDemand}'`,
    ({ onDemand }) => ({ table: 'booking', id: onDemand, message: /should have 1 events/ }),
  ],
  [
    'an event earlier than its predecessor',
    'events: numbered',
    ({ edited }) =>
      `update event set occurred_at = occurred_at + interval '1 day' where ${firstEvent(edited)}`,
    () => ({ table: 'event', message: /occurred before/ }),
  ],
  [
    'an event with a different payload',
    'events: payload',
    ({ edited }) =>
      `update event set ${setJson('payload', 'type', '"booking.updated"')} where ${firstEvent(edited)}`,
    () => ({ table: 'event', message: /differ in its payload/ }),
  ],
  [
    'a booking that was cancelled twice',
    'events: legal',
    ({ cancelled }) =>
      `update event set type = 'booking.cancelled' where booking_id = '${cancelled}' and sequence = 3`,
    ({ cancelled }) => ({
      table: 'booking',
      id: cancelled,
      message: /event 3 is a booking.cancelled, but the booking was cancelled/,
    }),
  ],
  [
    'a cancellation without its event',
    'events: legal',
    ({ cancelled }) =>
      `update event set type = 'booking.updated' where booking_id = '${cancelled}' and sequence = 2`,
    ({ cancelled }) => ({ table: 'booking', id: cancelled, message: /events lead to created/ }),
  ],
  [
    'an event of an unknown type',
    'events: legal',
    ({ cancelled }) =>
      `update event set type = 'booking.lost' where booking_id = '${cancelled}' and sequence = 2`,
    ({ cancelled }) => ({ table: 'booking', id: cancelled, message: /booking.lost, which is unknown/ }),
  ],
  [
    'a change without an audit entry',
    'audit',
    ({ completed }) =>
      `delete from audit_entry where subject_id = '${completed}' and action = 'booking.created'`,
    ({ completed }) => ({ table: 'booking', id: completed, message: /changed 10 times, .* 9 entries/ }),
  ],
  [
    'a deleted booking that was acknowledged',
    'audit',
    ({ onDemand }) =>
      `delete from booking where id = '${onDemand}'; delete from event where ${firstEvent(onDemand)}`,
    ({ onDemand }) => ({ table: 'audit_entry', message: new RegExp(`${onDemand}, which does not exist`) }),
  ],
  [
    'a created booking with a crew',
    'states',
    ({ edited, dispatched }) =>
      `update booking set crew = (select crew from booking where id = '${dispatched}') where id = '${edited}'`,
    ({ edited }) => ({ table: 'booking', id: edited, message: /must have no crew; crew and dispatch/ }),
  ],
  [
    'a live booking with a fare',
    'states',
    ({ edited, completed }) =>
      `update booking set fare = (select fare from booking where id = '${completed}') where id = '${edited}'`,
    ({ edited }) => ({ table: 'booking', id: edited, message: /must have a fare/ }),
  ],
  [
    'a completed booking with a crew phone number',
    'states',
    ({ completed }) =>
      `update booking set ${setJson('crew', 'phoneNumber', '"+1"')} where id = '${completed}'`,
    ({ completed }) => ({ table: 'booking', id: completed, message: /phone number or location of its crew/ }),
  ],
  [
    'a window that ends before it begins',
    'windows',
    ({ edited }) => `update booking set ${setJson('arrival_window', 'endMs', '5')} where id = '${edited}'`,
    ({ edited }) => ({ table: 'booking', id: edited, message: /times of the window/ }),
  ],
  [
    'a window with a different indexed start',
    'windows',
    ({ edited }) => `update booking set window_starts_at = now() where id = '${edited}'`,
    ({ edited }) => ({ table: 'booking', id: edited, message: /window_starts_at/ }),
  ],
  [
    'a crew at a stop that is not on the route',
    'dispatch',
    ({ dispatched }) =>
      `update booking set ${setJson('dispatch', 'routeStopId', `"${otherAccount}"`)} where id = '${dispatched}'`,
    ({ dispatched }) => ({ table: 'booking', id: dispatched, message: /does not have at that position/ }),
  ],
  [
    'a completed stop without a photo',
    'dispatch',
    ({ completed }) =>
      `update booking set ${setJson('dispatch', 'events,3,photoUrls', '[]')} where id = '${completed}'`,
    ({ completed }) => ({ table: 'booking', id: completed, message: /without a photo/ }),
  ],
  [
    'a missing step of the crew',
    'dispatch',
    ({ completed }) =>
      `update booking set dispatch = (dispatch::jsonb #- '{events,2}')::json where id = '${completed}'`,
    ({ completed }) => ({ table: 'booking', id: completed, message: /are not consecutive/ }),
  ],
  [
    'a fare that is not the sum of its parts',
    'fares',
    ({ completed }) => `update booking set ${setJson('fare', 'totalCents', '1')} where id = '${completed}'`,
    ({ completed }) => ({
      table: 'booking',
      id: completed,
      message: /the total of the fare is 1, the sum of its parts is \d+/,
    }),
  ],
  [
    'a fee above the fare',
    'fares',
    ({ cancelled }) =>
      `update booking set ${setJson('cancellation', 'feeCents', '9999999')} where id = '${cancelled}'`,
    ({ cancelled }) => ({ table: 'booking', id: cancelled, message: /exceeds the price of the job/ }),
  ],
  [
    'a fee without a policy',
    'fares',
    ({ cancelled }) =>
      `update booking set ${setJson('cancellation', 'feeCents', '500')} where id = '${cancelled}'`,
    ({ cancelled }) => ({ table: 'booking', id: cancelled, message: /fee is 500, the policy requires 0/ }),
  ],
  [
    'a fee of a tier that did not apply',
    'fares',
    ({ cancelled }) => `update booking set cancellation = (cancellation::jsonb ||
      '{"feeCents": 500, "tier": {"from": {"kind": "crew_assigned"}, "fee": {"cents": 500}}}')::json
      where id = '${cancelled}'`,
    ({ cancelled }) => ({ table: 'booking', id: cancelled, message: /of a tier that did not apply yet/ }),
  ],
  [
    'stored JSON that differs from the rows',
    'bookings: stored',
    ({ edited }) => `update booking set description = 'Another sofa' where id = '${edited}'`,
    ({ edited }) => ({ table: 'booking', id: edited, message: /differs from the rows in description$/ }),
  ],
  [
    'stored JSON with different formatting',
    'bookings: stored',
    ({ edited }) => `update booking set wire = wire::jsonb::json where id = '${edited}'`,
    ({ edited }) => ({ table: 'booking', id: edited, message: /differs from the rows in/ }),
  ],
  [
    'a booking that cannot be rendered at all',
    'bookings: stored',
    ({ edited }) => `delete from booking_stop where booking_id = '${edited}'`,
    ({ edited }) => ({ table: 'booking', id: edited, message: /cannot be read/ }),
  ],
  [
    'a different tracking link',
    'tracking',
    ({ edited }) => `update booking set share_token = 'another' where id = '${edited}'`,
    ({ edited }) => ({ table: 'booking', id: edited, message: /tracking link/ }),
  ],
  [
    'an estimate that is not the sum of its parts',
    'quotes: total',
    ({ edited }) => `update quote set ${setJson('facts', 'estimate,0,totalCents', '1')}
      where id = (select quote_id from booking where id = '${edited}')`,
    () => ({ table: 'quote', message: /the total of the estimate is 1/ }),
  ],
  [
    'stored JSON of a quote that differs from the rows',
    'quotes: stored',
    ({ edited }) =>
      `update quote set wire = '{}' where id = (select quote_id from booking where id = '${edited}')`,
    () => ({ table: 'quote', message: /differs from the rows in id, origin/ }),
  ],
];
