-- The console's boards and booking pages: bookings by day over all accounts, and what operators write down about them.

-- Bookings with a window are found by its start; those on demand by when they took their place.
create index booking_on_demand on booking (window_taken_at) where window_starts_at is null;

create table booking_note (
  id uuid primary key,
  booking_id uuid not null references booking on delete cascade,
  account_id uuid not null references account,
  kind text not null check (kind in ('note', 'call')),
  text text not null,
  person text,
  direction text check (direction in ('in', 'out')),
  outcome text check (outcome in ('reached', 'no_answer', 'left_message')),
  operator_id uuid not null references operator,
  created_at timestamptz not null,
  check (kind = 'call' or text <> ''),
  check (num_nonnulls(person, direction, outcome) = case kind when 'call' then 3 else 0 end)
);
create index booking_note_booking on booking_note (booking_id, created_at, id);
comment on table booking_note is 'What operators write down about a booking: notes, and calls they had. Rows are only ever added; partners never see them.';
comment on column booking_note.person is 'Of a call: who was on the other end.';
alter table booking_note enable row level security;
alter table booking_note force row level security;
create policy system on booking_note to waybill_system using (true);
grant select, insert on booking_note to waybill_system;
