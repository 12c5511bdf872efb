-- Who uses Waybill: accounts (organizations, and the personal accounts of users), users and operators.
-- Row-level security holds from the first table on. The three roles are made by the migrator before this runs:
--   waybill_app       partner requests: sees the rows of the account that the connection names, and nothing without one
--   waybill_identity  signing in and token checks: sees who somebody is, before an account is known
--   waybill_system    jobs, console, operators' commands

create function current_account_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('waybill.account_id', true), '')::uuid;

create table account (
  id uuid primary key,
  kind text not null check (kind in ('organization', 'personal')),
  name text not null check (name <> ''),
  contact_email text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on column account.contact_email is 'Where operational mail goes, e.g. about failing webhook endpoints.';

create table app_user (
  id uuid primary key,
  account_id uuid not null unique references account,
  username text not null,
  password_hash text not null,
  created_at timestamptz not null,
  disabled_at timestamptz
);
create unique index app_user_username on app_user (lower(username));
comment on table app_user is 'People who sign in for the password and authorization_code grants. Each has a personal account.';

create table operator (
  id uuid primary key,
  email text not null,
  name text not null,
  role text not null check (role in ('viewer', 'dispatcher', 'admin')),
  password_hash text not null,
  created_at timestamptz not null,
  disabled_at timestamptz
);
create unique index operator_email on operator (lower(email));

alter table account enable row level security;
alter table account force row level security;
alter table app_user enable row level security;
alter table app_user force row level security;
alter table operator enable row level security;
alter table operator force row level security;

create policy own_account on account to waybill_app using (id = current_account_id());
create policy identity on account to waybill_identity using (true);
create policy system on account to waybill_system using (true);
create policy identity on app_user to waybill_identity using (true);
create policy system on app_user to waybill_system using (true);
create policy system on operator to waybill_system using (true);

grant usage on schema public to waybill_app, waybill_identity, waybill_system;
grant select, update (name, contact_email, updated_at) on account to waybill_app;
grant select on account to waybill_identity;
grant select, update (password_hash) on app_user to waybill_identity;
grant select, insert, update on account, app_user, operator to waybill_system;
