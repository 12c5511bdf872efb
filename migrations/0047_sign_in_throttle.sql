-- Throttling of guesses at passwords, codes and PINs with growing delays (decision 0055), the networks from which an account
-- signs in, and the first sign-in of an operator, from which the deadline of the second factor is counted.

create table sign_in_throttle (
  target bytea not null,
  source bytea not null,
  failures integer not null,
  last_failed_at timestamptz not null,
  blocked_until timestamptz not null,
  primary key (target, source)
);
create index sign_in_throttle_age on sign_in_throttle (last_failed_at);
comment on table sign_in_throttle is
  'Counters of failed attempts at a secret, shared by all processes. An attempt is counted before the secret is checked, and uncounted if it succeeds.';
comment on column sign_in_throttle.target is
  'SHA-256 of the kind of secret and the account, or of the kind alone for the counter of a network.';
comment on column sign_in_throttle.source is
  'SHA-256 of the device, session or network that makes the attempts; the hash of the empty text for the counter that all unknown clients share.';
comment on column sign_in_throttle.blocked_until is 'Until then every attempt is refused, also with the right secret.';

create table known_network (
  account bytea not null,
  network bytea not null,
  last_signed_in_at timestamptz not null,
  primary key (account, network)
);
create index known_network_age on known_network (last_signed_in_at);
comment on table known_network is
  'Networks from which an account signed in. Scripts, which have no device cookie, are recognised by their network.';
comment on column known_network.account is 'SHA-256 of the account.';
comment on column known_network.network is 'SHA-256 of the IPv4 address or IPv6 /64.';

do $$
declare name text;
begin
  foreach name in array array['sign_in_throttle', 'known_network'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy identity on %I to waybill_identity using (true)', name);
    execute format('create policy system on %I to waybill_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to waybill_identity, waybill_system', name);
  end loop;
end $$;

-- Counts one attempt in each of the counters, or in none of them if one is blocked; then `wait_seconds` says for how long.
-- The counters are locked in one order, so that concurrent attempts cannot deadlock and cannot exceed a limit. A counter
-- forgets one failure per `forget_seconds`. From `free` failures on, it is blocked after every attempt: for
-- `first_seconds`, then twice as long each time, at most for `max_seconds`. `counts` are the failures after this attempt.
create function count_sign_in_attempt(
  targets bytea[], sources bytea[], free integer[], first_seconds integer[], max_seconds integer[],
  forget_seconds integer[], out wait_seconds integer, out counts integer[]
) language plpgsql as $$
declare
  now_at timestamptz;
begin
  insert into sign_in_throttle (target, source, failures, last_failed_at, blocked_until)
    select c.target, c.source, 0, clock_timestamp(), '-infinity'
    from unnest(targets, sources) as c (target, source) order by c.target, c.source
    on conflict (target, source) do nothing;
  perform from sign_in_throttle t
    where (t.target, t.source) in (select * from unnest(targets, sources)) order by t.target, t.source for update;
  -- The locks may have taken a while to get.
  now_at := clock_timestamp();
  select coalesce(ceil(extract(epoch from max(t.blocked_until) - now_at))::integer, 0) into wait_seconds
    from sign_in_throttle t
    where (t.target, t.source) in (select * from unnest(targets, sources)) and t.blocked_until > now_at;
  if wait_seconds > 0 then
    return;
  end if;
  with counted as (
    select c.*, 1 + greatest(0, t.failures - floor(extract(epoch from now_at - t.last_failed_at) / c.forget)::integer) as failures
    from unnest(targets, sources, free, first_seconds, max_seconds, forget_seconds) with ordinality
        as c (target, source, free, first, longest, forget, position)
      join sign_in_throttle t on t.target = c.target and t.source = c.source
  ), written as (
    update sign_in_throttle t set failures = c.failures, last_failed_at = now_at,
        blocked_until = case when c.failures < c.free then '-infinity'::timestamptz
          else now_at + make_interval(secs => least(c.longest, c.first * power(2, least(c.failures - c.free, 20)))) end
      from counted c where t.target = c.target and t.source = c.source
      returning c.position, t.failures
  )
  select array_agg(w.failures order by w.position) into counts from written w;
end $$;

-- Replaced by sign_in_throttle. The table and the two columns stay until no process of the version before uses them.
comment on table attempt_throttle is 'Unused since migration 0047, which replaces it by sign_in_throttle.';
comment on column crew_pin.failures is 'Unused since migration 0047: wrong PINs delay further attempts (sign_in_throttle).';
comment on column crew_pin.locked_at is 'Unused since migration 0047: a PIN is never locked.';

alter table operator add column first_signed_in_at timestamptz;
comment on column operator.first_signed_in_at is
  'First sign-in since migration 0047. The deadline of an administrator''s second factor is counted from it.';
