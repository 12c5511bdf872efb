-- Leases of the rate limit cost less. An account with a high limit takes more at once: up to a fiftieth of its limit, where
-- it was 20 for all. And a lease is not waited for until it is on disk: should the database's machine fail, the last half
-- second of counting is forgotten, and an account may send that much more in the window then open.

create or replace function take_rate_limit_lease(
  the_account uuid, refused_since_last integer, limit_requests integer, window_seconds integer, block_windows integer,
  out granted integer, out remaining integer, out resets_at timestamptz, out resets_in_ms double precision,
  out blocked boolean
) language plpgsql as $$
declare
  now_at timestamptz := clock_timestamp();
  window_length constant interval := make_interval(secs => window_seconds);
  largest_lease constant integer := greatest(20, limit_requests / 50);
  current_row rate_limit;
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into rate_limit (account_id, window_started_at, used) values (the_account, now_at, 0)
    on conflict (account_id) do nothing;
  select * into current_row from rate_limit where account_id = the_account for update;
  -- The lock may have taken a while to get.
  now_at := clock_timestamp();
  if current_row.window_started_at + window_length <= now_at then
    current_row.window_started_at := now_at;
    current_row.used := 0;
    current_row.refused := 0;
  end if;

  -- One window turns abusive once, when the count passes 100.
  if current_row.refused < 100 and current_row.refused + refused_since_last >= 100 and block_windows > 0 then
    current_row.abusive_windows := array(
      select started from unnest(current_row.abusive_windows) as started where started > now_at - interval '15 minutes'
    ) || current_row.window_started_at;
    if cardinality(current_row.abusive_windows) >= block_windows then
      if current_row.blocked_until < now_at - interval '24 hours' then
        current_row.blocks := 0;
      end if;
      current_row.blocked_until := now_at + least(interval '15 minutes' * power(2, current_row.blocks), interval '24 hours');
      current_row.blocks := least(current_row.blocks + 1, 10);
      current_row.abusive_windows := '{}';
    end if;
  end if;
  current_row.refused := current_row.refused + refused_since_last;

  blocked := coalesce(current_row.blocked_until > now_at, false);
  granted := case
    when blocked then 0
    -- An eighth of what is left, up to the largest lease; single requests at the end. A limit that was lowered may be
    -- passed already.
    else greatest(0, least(limit_requests - current_row.used,
      greatest(1, least(largest_lease, (limit_requests - current_row.used) / 8))))
  end;
  current_row.used := current_row.used + granted;

  update rate_limit set window_started_at = current_row.window_started_at, used = current_row.used,
      refused = current_row.refused, abusive_windows = current_row.abusive_windows, blocks = current_row.blocks,
      blocked_until = current_row.blocked_until
    where account_id = the_account;

  remaining := greatest(0, limit_requests - current_row.used);
  resets_at := case when blocked then current_row.blocked_until else current_row.window_started_at + window_length end;
  resets_in_ms := extract(epoch from resets_at - clock_timestamp()) * 1000;
end $$;
