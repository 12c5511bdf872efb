-- How operators come in besides a password that somebody told them: links that work once, and a second factor.

-- An invitation makes an operator; a reset gives one another password. Of each there is one open link for an address.
create table operator_link (
  id uuid primary key,
  purpose text not null check (purpose in ('invitation', 'reset')),
  token_hash bytea not null unique,
  sealed_token bytea,
  email text not null,
  role text check (role in ('viewer', 'dispatcher', 'admin')),
  operator_id uuid references operator on delete cascade,
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  mail text not null check (mail in ('not_connected', 'waiting', 'sent', 'failed')),
  check ((purpose = 'invitation') = (role is not null)),
  check ((purpose = 'reset') = (operator_id is not null))
);
create unique index operator_link_open on operator_link (purpose, lower(email)) where used_at is null;
create index operator_link_expiry on operator_link (expires_at);
comment on column operator_link.sealed_token is 'Only until its mail has left: the mail is written from it.';
comment on column operator_link.created_by is 'The name of whoever made it, as the invited are told.';

-- Shown by an app that makes codes out of it. Not in use before a first code has proved that the app has it.
create table operator_factor (
  operator_id uuid primary key references operator on delete cascade,
  sealed_secret bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0
);
comment on column operator_factor.last_step is 'The step of time of the last code that was taken: none is taken twice.';

create table operator_recovery_code (
  operator_id uuid not null references operator_factor on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (operator_id, code_hash)
);

create table sign_in_policy (
  is_only boolean primary key default true check (is_only),
  requires_second_factor boolean not null
);
insert into sign_in_policy (requires_second_factor) values (false);

-- So that somebody can tell their sessions apart.
alter table operator_session
  add column id uuid not null default gen_random_uuid() unique,
  add column address text,
  add column agent text;

-- Mail to operators is of no account.
alter table due_job alter column account_id drop not null;

do $$
declare name text;
begin
  foreach name in array array['operator_link', 'operator_factor', 'operator_recovery_code', 'sign_in_policy'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy system on %I to waybill_system using (true)', name);
  end loop;
end $$;
grant select, insert, update, delete on operator_link, operator_factor, operator_recovery_code to waybill_system;
grant select, update on sign_in_policy to waybill_system;
