-- Limits of messages, against abuse by partners: the claim of a message counts it for its account, booking and recipient (decision 0058).

alter table message drop constraint message_status_check;
alter table message add constraint message_status_check
  check (status in ('waiting', 'sent', 'kept', 'dropped', 'not_sent', 'failed'));
comment on column message.status is
  'kept: no transport is configured, so the message is stored only. dropped: outdated, or the recipient opted out. not_sent: refused by a limit or by the country list.';

create table message_count (
  scope text not null check (scope in ('account', 'booking', 'recipient')),
  key text not null,
  channel text not null check (channel in ('sms', 'email')),
  day date not null,
  sent integer not null,
  primary key (scope, key, channel)
);
create index message_count_day on message_count (day);
comment on table message_count is 'Messages handed to a provider. Old rows are deleted.';
comment on column message_count.key is 'Id of the account or booking, or a digest of account and address.';
comment on column message_count.day is 'Day (UTC) of the last message. Counts of accounts and recipients start again on the next day.';

create table message_limit (
  account_id uuid primary key references account,
  sms_per_recipient_day integer check (sms_per_recipient_day >= 0),
  sms_per_booking integer check (sms_per_booking >= 0),
  sms_per_account_day integer check (sms_per_account_day >= 0),
  email_per_recipient_day integer check (email_per_recipient_day >= 0),
  email_per_booking integer check (email_per_booking >= 0),
  email_per_account_day integer check (email_per_account_day >= 0),
  updated_at timestamptz not null
);
comment on table message_limit is 'Limits that an operator set for an account. No row, or null: the default of the configuration.';

create table message_limit_day (
  account_id uuid not null references account,
  day date not null,
  first_at timestamptz not null,
  sms integer not null default 0,
  email integer not null default 0,
  primary key (account_id, day)
);
create index message_limit_day_first on message_limit_day (first_at);
comment on table message_limit_day is 'Messages of an account that a limit refused, per day (UTC).';

-- Counts a message in all of its counters, or in none if one of them has reached its limit. Returns the scope of that counter, else
-- null. Every caller locks in the order account, booking, recipient, so that no deadlock is possible.
create function claim_message(p_channel text, p_day date, p_scopes text[], p_keys text[], p_limits integer[]) returns text
  language plpgsql as $$
declare
  counted integer;
begin
  for nth in 1 .. cardinality(p_scopes) loop
    insert into message_count (scope, key, channel, day, sent) values (p_scopes[nth], p_keys[nth], p_channel, p_day, 0)
      on conflict (scope, key, channel) do nothing;
    select case when scope = 'booking' or day >= p_day then sent else 0 end into counted from message_count
      where scope = p_scopes[nth] and key = p_keys[nth] and channel = p_channel for update;
    if counted >= p_limits[nth] then
      return p_scopes[nth];
    end if;
  end loop;
  for nth in 1 .. cardinality(p_scopes) loop
    update message_count set day = greatest(day, p_day),
        sent = case when scope = 'booking' or day >= p_day then sent + 1 else 1 end
      where scope = p_scopes[nth] and key = p_keys[nth] and channel = p_channel;
  end loop;
  return null;
end $$;
comment on function claim_message is 'Counts a message, or returns the scope of the counter that has reached its limit.';

do $$
declare name text;
begin
  foreach name in array array['message_count', 'message_limit', 'message_limit_day'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy system on %I to waybill_system using (true)', name);
  end loop;
end $$;
grant select, insert, update, delete on message_count, message_limit, message_limit_day to waybill_system;
revoke execute on function claim_message from public;
grant execute on function claim_message to waybill_system;
