-- Messages to customers and partners. They are planned in the relay's transaction, so that an event is told of if and only
-- if it is in the feed, and once; a due job sends each. Bookings are named and not referred to, as in the books: checking a
-- reference would lock the booking.

create table message (
  id uuid primary key,
  account_id uuid not null references account,
  kind text not null check (kind in ('booked', 'rescheduled', 'on_the_way', 'arriving', 'stop_done', 'all_done',
    'cancelled', 'late', 'endpoint_failing', 'endpoint_disabled')),
  booking_id uuid,
  stop_id uuid,
  event_id uuid,
  recipient text not null,
  channel text not null check (channel in ('sms', 'email')),
  language text not null check (language in ('en', 'es')),
  time_zone text not null,
  claim json,
  once_key text not null constraint message_once unique,
  address text,
  content json,
  status text not null check (status in ('waiting', 'sent', 'kept', 'dropped', 'failed')),
  reason text,
  attempts integer not null default 0,
  attempt_began_at timestamptz,
  reference text,
  created_at timestamptz not null,
  finished_at timestamptz,
  check ((status = 'waiting') = (finished_at is null)),
  check (status in ('waiting', 'sent') or reason is not null),
  check ((address is null) = (content is null)),
  check (status <> 'waiting' or address is not null)
);
create index message_list on message (created_at desc, id desc);
create index message_of_account on message (account_id, created_at desc, id desc);
create index message_of_booking on message (booking_id, created_at, id) where booking_id is not null;
create index message_of_event on message (event_id) where event_id is not null;
create index message_personal on message (created_at) where address is not null;
comment on column message.recipient is 'The id of a contact; customer, booking_user or account where there is none.';
comment on column message.once_key is 'Booking, occasion, recipient and channel: nobody is told of one thing twice.';
comment on column message.claim is 'What it says that may cease to be so; null: nothing.';
comment on column message.address is 'Number or mail address; null once it was forgotten, together with what was said.';
comment on column message.status is 'kept: nothing is connected that could send it, so it is only to be read here. dropped: overtaken, or the recipient wants none.';
comment on column message.attempt_began_at is 'Set while an attempt is under way, and after one that nobody knows the end of.';

-- Who wants no messages. Kept for as long as that is so; of no account, since the number that is texted from serves all.
create table message_opt_out (
  channel text not null check (channel in ('sms', 'email')),
  address text not null,
  source text not null check (source in ('reply', 'provider', 'link')),
  created_at timestamptz not null,
  primary key (channel, address)
);
comment on column message_opt_out.address is 'E.164, or a mail address in small letters.';

create table notification_setting (
  account_id uuid primary key references account,
  language text not null check (language in ('en', 'es')),
  updated_at timestamptz not null
);
comment on table notification_setting is 'How the customers of an account are spoken to. Without a row: in English.';

-- Events before this one were placed when nobody was told of anything.
create table message_epoch (
  is_only boolean primary key default true check (is_only),
  after_position bigint not null
);
insert into message_epoch (after_position) select coalesce(max(position), 0) from event;

do $$
declare name text;
begin
  foreach name in array array['message', 'message_opt_out', 'notification_setting', 'message_epoch'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy system on %I to waybill_system using (true)', name);
  end loop;
end $$;
create policy identity on message_opt_out to waybill_identity using (true);
grant select, insert, update on message to waybill_system;
grant select, insert on message_opt_out to waybill_system;
-- Whoever replies STOP or follows the link in a mail has no account.
grant select, insert, delete on message_opt_out to waybill_identity;
grant select, insert, update, delete on notification_setting to waybill_system;
grant select on message_epoch to waybill_system;
