-- The crew's own page: how people of crews come in (a link that works once, or a PIN), who is in, and what their phones told.
-- Only hashes of secrets are kept. These tables name people without referring to them where a booking's transaction
-- writes: checking a reference would lock the person, and whoever changes a crew holds the person while bookings wait.

create table crew_link (
  token_hash bytea primary key,
  member_id uuid not null references crew_member on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index crew_link_member on crew_link (member_id);
create index crew_link_expiry on crew_link (expires_at);

create table crew_pin (
  member_id uuid primary key references crew_member on delete cascade,
  code text not null unique check (code ~ '^[0-9A-Z]{6}$'),
  pin_hash text not null,
  failures integer not null default 0 check (failures >= 0),
  locked_at timestamptz,
  created_at timestamptz not null
);
comment on column crew_pin.code is 'What somebody signs in with who has no number, or shares one.';
comment on column crew_pin.failures is 'Wrong PINs in a row; at the limit nobody comes in by it until an operator makes a new one.';

create table crew_session (
  session_hash bytea primary key,
  member_id uuid not null references crew_member on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null
);
create index crew_session_member on crew_session (member_id);
create index crew_session_expiry on crew_session (expires_at);

create table crew_action (
  member_id uuid not null,
  id uuid not null,
  account_id uuid references account,
  booking_id uuid not null,
  stop_id uuid,
  kind text not null check (kind in ('depart', 'arrive', 'complete', 'cannot_complete')),
  result text not null check (result in ('applied', 'already_so', 'refused')),
  reason text,
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  primary key (member_id, id),
  check ((result = 'refused') = (reason is not null))
);
create index crew_action_age on crew_action (received_at);
comment on table crew_action is 'What a phone told and what became of it, written with its effect: told again, it is answered from here.';

create table crew_photo (
  member_id uuid not null,
  id uuid not null,
  account_id uuid not null references account,
  booking_id uuid not null references booking on delete cascade,
  name text not null,
  created_at timestamptz not null,
  kept_at timestamptz,
  primary key (member_id, id)
);
create index crew_photo_age on crew_photo (created_at);
comment on column crew_photo.name is 'Chosen before the picture is kept, so that a phone that sends it again adds none.';

do $$
declare name text;
begin
  foreach name in array array['crew_link', 'crew_pin', 'crew_session', 'crew_action', 'crew_photo'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy system on %I to waybill_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to waybill_system', name);
  end loop;
end $$;
create policy own_account on crew_action to waybill_app using (account_id = current_account_id());
grant select, insert on crew_action to waybill_app;

-- Somebody of a crew is one more who changes things.
alter table audit_entry drop constraint audit_entry_actor_kind_check;
alter table audit_entry add constraint audit_entry_actor_kind_check
  check (actor_kind in ('client', 'user', 'operator', 'crew_member', 'command', 'system'));
