-- Passkeys (WebAuthn) of operators, and the challenges that their devices sign.

create table operator_passkey (
  id uuid primary key,
  operator_id uuid not null references operator on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index operator_passkey_operator on operator_passkey (operator_id);
comment on column operator_passkey.public_key is 'COSE key. Not secret.';
comment on column operator_passkey.counter is
  'Signature counter of the last use. A device that counts and sends a lower value was copied. 0: the device does not count.';

-- A challenge is deleted when it is used, also if the use fails.
create table passkey_challenge (
  id uuid primary key,
  purpose text not null check (purpose in ('register', 'sign_in', 'confirm')),
  session_id uuid references operator_session (id) on delete cascade,
  challenge text not null,
  expires_at timestamptz not null,
  check ((purpose = 'sign_in') = (session_id is null))
);
create index passkey_challenge_session on passkey_challenge (session_id);
create index passkey_challenge_expiry on passkey_challenge (expires_at);
comment on column passkey_challenge.session_id is
  'Session that asked for the challenge, and that alone can use it. null: sign-in, which has no session yet.';

-- Recovery codes belong to the operator: they also replace a lost passkey.
alter table operator_recovery_code
  drop constraint operator_recovery_code_operator_id_fkey,
  add constraint operator_recovery_code_operator_id_fkey foreign key (operator_id) references operator on delete cascade;

do $$
declare name text;
begin
  foreach name in array array['operator_passkey', 'passkey_challenge'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy system on %I to waybill_system using (true)', name);
  end loop;
end $$;
grant select, insert, update, delete on operator_passkey, passkey_challenge to waybill_system;
