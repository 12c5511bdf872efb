-- Bookings: the order itself, its stops and contacts, the quotes it has used, and the events that its changes caused.
-- References among them are checked at commit: the statements of one change travel together, in no promised order.
-- The tables are the truth; `wire` is what partners see, rendered by whoever saves the booking, in the same transaction.

create table booking (
  id uuid primary key,
  account_id uuid not null references account,
  account_kind text not null check (account_kind in ('organization', 'personal')),
  hid text not null constraint booking_hid unique,
  share_token text not null unique,
  state text not null check (state in ('created', 'dispatched', 'cancelled', 'completed')),
  product text not null,
  area_slug text not null,
  quote_id uuid not null references quote deferrable initially deferred,
  arrival_window json not null,
  window_ref text not null check (window_ref in ('origin', 'destination')),
  window_starts_at timestamptz,
  window_taken_at timestamptz not null,
  description text,
  order_number text,
  tip_cents integer not null check (tip_cents = 0 or tip_cents >= 100),
  customer_notifications_enabled boolean not null,
  photo_urls text[] not null,
  customer json,
  crew json,
  dispatch json,
  previous_dispatches json not null,
  fare json,
  metadata json,
  cancellation json,
  simulation text check (simulation = 'auto'),
  event_sequence integer not null check (event_sequence > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  wire json not null,
  check (state <> 'completed' or fare is not null),
  check ((state = 'cancelled') = (cancellation is not null)),
  check (state <> 'dispatched' or (crew is not null and dispatch is not null))
);
create index booking_list on booking (account_id, created_at desc, id desc);
create index booking_list_by_state on booking (account_id, state, created_at desc, id desc);
create index booking_by_order_number on booking (account_id, order_number, created_at desc, id desc) where order_number is not null;
create index booking_by_window on booking (account_id, window_starts_at) where window_starts_at is not null;
create index booking_by_quote on booking (quote_id);

create table booking_stop (
  booking_id uuid not null references booking on delete cascade deferrable initially deferred,
  position integer not null check (position between 0 and 6),
  id uuid not null,
  account_id uuid not null references account,
  location_id uuid not null references location deferrable initially deferred,
  instructions text,
  address2 text,
  floor integer,
  elevator boolean,
  primary key (booking_id, position)
);
create index booking_stop_location on booking_stop (location_id);

create table booking_contact (
  booking_id uuid not null references booking on delete cascade deferrable initially deferred,
  position integer not null,
  id uuid not null,
  account_id uuid not null references account,
  name text,
  phone_number text not null,
  email text,
  stop_ids uuid[],
  primary key (booking_id, position)
);
comment on column booking_contact.stop_ids is 'null: every stop of the route, also those to come.';

create table quote_use (
  quote_id uuid primary key references quote deferrable initially deferred,
  account_id uuid not null references account,
  booking_id uuid not null references booking on delete cascade deferrable initially deferred
);
create index quote_use_booking on quote_use (booking_id);
comment on table quote_use is 'A quote becomes part of one booking and stays so, also when that is cancelled.';

create table event (
  id uuid primary key,
  account_id uuid not null references account,
  booking_id uuid references booking on delete cascade deferrable initially deferred,
  type text not null,
  sequence integer not null,
  payload json not null,
  occurred_at timestamptz not null,
  unique (booking_id, sequence)
);
comment on table event is 'The outbox: written with the change it tells of, and frozen.';

do $$
declare name text;
begin
  foreach name in array array['booking', 'booking_stop', 'booking_contact', 'quote_use', 'event'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy own_account on %I to waybill_app using (account_id = current_account_id())', name);
    execute format('create policy system on %I to waybill_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to waybill_system', name);
  end loop;
end $$;
grant select, insert, update on booking to waybill_app;
grant select, insert, delete on booking_stop, booking_contact to waybill_app;
grant select, insert on quote_use, event to waybill_app;
