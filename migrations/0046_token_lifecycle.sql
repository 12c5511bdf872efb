-- An access token belongs to the client secret that obtained it and ends with it. Tokens record their grant, their last use
-- and an optional expiry.

alter table client_secret add column revoked_at timestamptz;
comment on column client_secret.expires_at is 'Set on the older secret at rotation: both secrets are valid until then.';
comment on column client_secret.revoked_at is
  'When the secret was revoked before its expiry. Does not depend on the clocks of the processes, unlike expires_at.';

alter table access_token
  add column client_secret_id uuid references client_secret on delete cascade,
  add column grant_type text,
  add column expires_at timestamptz,
  add column idle_from timestamptz not null default now(),
  add column last_used_at timestamptz,
  add column last_address text;
alter table refresh_token add column client_secret_id uuid references client_secret on delete cascade;
comment on column access_token.client_secret_id is
  'The secret that the client proved. The token is valid only while the secret is; null: no secret was proved.';
comment on column access_token.grant_type is 'Grant that issued the token; null: unknown, issued before it was recorded.';
comment on column access_token.expires_at is 'Set if ACCESS_TOKEN_DAYS was configured at issue; null: no expiry.';
comment on column access_token.idle_from is
  'Start of ACCESS_TOKEN_IDLE_DAYS until the first use: time of issue, or of the migration that added the column.';
comment on column access_token.last_used_at is 'Time of the last request, to about 10 seconds; null: none was recorded.';
comment on column access_token.last_address is 'IP address of that request.';
comment on column refresh_token.client_secret_id is
  'The secret that the client proved. The token is valid only while the secret is; null: no secret was proved.';

-- Existing tokens that needed a secret belong to the oldest valid secret of their client: they end with it, at the latest
-- at the next rotation. Tokens of a sign-in without a secret belong to none.
alter table access_token no force row level security;
alter table refresh_token no force row level security;
alter table client_secret no force row level security;
update access_token t set grant_type = case when t.user_id is null then 'client_credentials' end,
  client_secret_id = (
    select s.id from client_secret s
    where s.api_client_id = t.api_client_id and (s.expires_at is null or s.expires_at > now())
      and (t.user_id is null or exists (
        select from refresh_token r where r.access_token_id = t.id and r.secret_required))
    order by s.created_at, s.id limit 1)
where t.revoked_at is null;
update refresh_token r set client_secret_id = t.client_secret_id
from access_token t where t.id = r.access_token_id and r.secret_required and r.revoked_at is null;
alter table access_token force row level security;
alter table refresh_token force row level security;
alter table client_secret force row level security;

create index access_token_secret on access_token (client_secret_id) where client_secret_id is not null;
create index refresh_token_secret on refresh_token (client_secret_id) where client_secret_id is not null;

-- Whether the secret of a token is valid. Tokens without a secret pass.
create function is_valid_secret(secret uuid, moment timestamptz) returns boolean
  language sql stable
  return secret is null or exists (
    select from client_secret s
    where s.id = secret and s.revoked_at is null and (s.expires_at is null or s.expires_at > moment));
