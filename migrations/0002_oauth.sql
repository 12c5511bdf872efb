-- OAuth 2.0: clients and their secrets, access and refresh tokens, authorization codes, sign-in sessions.
-- Every secret is kept as a SHA-256 hash of 256 random bits; a dump of these tables opens nothing.

create table api_client (
  id uuid primary key,
  account_id uuid not null references account,
  client_id text not null unique,
  name text not null check (name <> ''),
  scopes text[] not null,
  grants text[] not null,
  redirect_uris text[] not null,
  created_at timestamptz not null,
  disabled_at timestamptz
);
comment on column api_client.scopes is 'The most a token of this client may carry.';

create table client_secret (
  id uuid primary key,
  api_client_id uuid not null references api_client on delete cascade,
  account_id uuid not null references account,
  secret_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz
);
create index client_secret_client on client_secret (api_client_id);
comment on column client_secret.expires_at is 'Set on the older secret when a client is rotated, so that both work during the overlap.';

create table access_token (
  id uuid primary key,
  token_hash bytea not null unique,
  account_id uuid not null references account,
  api_client_id uuid not null references api_client on delete cascade,
  user_id uuid references app_user on delete cascade,
  scopes text[] not null,
  family_id uuid,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index access_token_live on access_token (api_client_id, created_at) where revoked_at is null;
create index access_token_family on access_token (family_id) where family_id is not null;
comment on column access_token.account_id is 'The account the token acts for: the client''s organization, or the user''s personal account.';
comment on column access_token.family_id is 'Tokens that descend from one sign-in; reuse of a code or refresh token ends them all.';

create table refresh_token (
  id uuid primary key,
  token_hash bytea not null unique,
  family_id uuid not null,
  account_id uuid not null references account,
  api_client_id uuid not null references api_client on delete cascade,
  user_id uuid not null references app_user on delete cascade,
  scopes text[] not null,
  access_token_id uuid not null references access_token on delete cascade,
  secret_required boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz
);
create index refresh_token_family on refresh_token (family_id);
create index refresh_token_access on refresh_token (access_token_id);

create table authorization_code (
  code_hash bytea primary key,
  family_id uuid not null,
  account_id uuid not null references account,
  api_client_id uuid not null references api_client on delete cascade,
  user_id uuid not null references app_user on delete cascade,
  redirect_uri text not null,
  scopes text[] not null,
  code_challenge text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index authorization_code_expiry on authorization_code (expires_at);

create table sign_in_session (
  session_hash bytea primary key,
  user_id uuid not null references app_user on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sign_in_session_expiry on sign_in_session (expires_at);

create table attempt_throttle (
  key text primary key,
  window_started_at timestamptz not null,
  attempts integer not null
);
create index attempt_throttle_age on attempt_throttle (window_started_at);
comment on table attempt_throttle is 'Failed attempts at a secret, counted per client, user and address over all processes.';

do $$
declare name text;
begin
  foreach name in array array['api_client', 'client_secret', 'access_token', 'refresh_token', 'authorization_code',
                              'sign_in_session', 'attempt_throttle'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy identity on %I to waybill_identity using (true)', name);
    execute format('create policy system on %I to waybill_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to waybill_identity, waybill_system', name);
  end loop;
end $$;
