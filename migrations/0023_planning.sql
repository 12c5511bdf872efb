-- What the planners of a day look at and decide: exceptions from the capacity of areas, revisions of areas and prices,
-- troubles that somebody has dealt with, and what is reckoned from bookings behind the relay so that nobody who books waits
-- for it: the words that bookings are found by, and sums of each day.

create table capacity_override (
  id uuid primary key,
  area_slug text not null,
  product text,
  kind text not null check (kind in ('holiday', 'block', 'capacity')),
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  from_hour integer not null check (from_hour between 0 and 23),
  to_hour integer not null check (to_hour > from_hour and to_hour <= 24),
  capacity integer check (capacity between 0 and 1000000),
  reason text,
  created_by text not null,
  created_at timestamptz not null,
  check ((kind = 'capacity') = (capacity is not null)),
  check (kind <> 'holiday' or (product is null and from_hour = 0 and to_hour = 24))
);
create index capacity_override_area on capacity_override (area_slug, first_day);
comment on table capacity_override is 'Days and hours on which an area offers other than its document says, on the wall clock of each window. Closed wins; of two numbers the later one.';
comment on column capacity_override.product is 'null: every product.';

-- What a day held is looked up for all areas and zones at once.
create index capacity_bucket_by_time on capacity_bucket (starts_at);

create table area_revision (
  number integer generated always as identity primary key,
  kind text not null check (kind in ('areas', 'prices')),
  document json not null,
  actor_kind text not null,
  actor_id text not null,
  at timestamptz not null
);
create index area_revision_kind on area_revision (kind, number desc);
comment on table area_revision is 'Every document of areas or prices that was ever in force, with who put it there.';

create table exception_decision (
  key text primary key,
  kind text not null,
  subject_id text not null,
  decision text not null check (decision in ('resolved', 'snoozed')),
  until timestamptz,
  reason text not null check (reason <> ''),
  operator_id uuid not null references operator,
  at timestamptz not null,
  check ((decision = 'snoozed') = (until is not null))
);
create index exception_decision_at on exception_decision (at);
comment on table exception_decision is 'Troubles that somebody has dealt with, or will look at again later. What a key names happens once: the next trouble of the same booking has another.';

-- Payments that were refused are few, and looked for every few seconds.
create index payment_operation_refused on payment_operation (finished_at) where status = 'refused';

create table booking_words (
  booking_id uuid primary key,
  words tsvector not null
);
create index booking_words_found on booking_words using gin (words) with (fastupdate = off);
comment on table booking_words is 'What a booking is found by. Written behind the relay; names its booking without referring to it, for checking a reference would lock it.';

create table booking_fact (
  booking_id uuid primary key,
  day date not null,
  account_id uuid not null,
  area_slug text not null,
  state text not null,
  on_time integer not null,
  late integer not null,
  revenue_cents bigint not null
);
comment on table booking_fact is 'What each booking adds to the sums of its day: what it added before is taken away when it changes.';
comment on column booking_fact.day is 'Of its arrival window, on the calendar there; on demand the day on which it was booked.';

create table booking_day (
  day date not null,
  account_id uuid not null,
  area_slug text not null,
  state text not null,
  bookings integer not null,
  on_time integer not null,
  late integer not null,
  revenue_cents bigint not null,
  primary key (day, account_id, area_slug, state)
) with (fillfactor = 70);
comment on table booking_day is 'Sums for dashboards, so that none reads the bookings.';

-- Words as they are compared: small letters without accents, split at everything that is neither letter nor digit.
create function plain_words(said text) returns text[]
  language sql immutable parallel safe
  return array_remove(regexp_split_to_array(
    lower(regexp_replace(normalize(coalesce(said, ''), NFKD), '[\u0300-\u036f]', '', 'g')), '[^[:alnum:]]+'), '');

-- A telephone number as people remember it: whole, without the country, its last seven digits, its last four.
create function number_words(number text) returns text[]
  language sql immutable parallel safe
  return case when length(regexp_replace(coalesce(number, ''), '\D', '', 'g')) < 4 then '{}'::text[] else array[
    regexp_replace(number, '\D', '', 'g'), right(regexp_replace(number, '\D', '', 'g'), 10),
    right(regexp_replace(number, '\D', '', 'g'), 7), right(regexp_replace(number, '\D', '', 'g'), 4)] end;

-- Writes anew what these bookings are found by. Also for whoever takes names out of bookings.
-- What somebody typed, as a question to booking_words: every word may go on. A telephone number is one word.
create function words_query(said text) returns tsquery
  language sql immutable parallel safe
  return (
    select string_agg('''' || left(word, 64) || ''':*', ' & ')::tsquery
    from unnest(case when said ~ '^[-+(). 0-9/]+$' and length(regexp_replace(said, '\D', '', 'g')) >= 7
      then array[regexp_replace(said, '\D', '', 'g')] else plain_words(said) end) as word);

create function index_bookings(of_bookings uuid[]) returns void
  language sql set search_path = public, pg_temp
as $$
  insert into booking_words as w (booking_id, words)
  select b.id, (
    select coalesce(array_to_tsvector(array_agg(distinct left(word, 64))), '')
    from unnest(
      array[lower(b.hid)] || plain_words(concat_ws(' ', b.order_number, b.customer ->> 'name', b.customer ->> 'email',
        (select string_agg(concat_ws(' ', c.name, c.email), ' ') from booking_contact c where c.booking_id = b.id),
        (select string_agg(concat_ws(' ', l.name, s.address2, l.address2, l.address ->> 'number', l.address ->> 'street',
           l.address ->> 'locality', l.address ->> 'postalCode'), ' ')
         from booking_stop s join location l on l.id = s.location_id where s.booking_id = b.id)))
      || number_words(b.customer ->> 'phoneNumber')
      || array(select n from booking_contact c, unnest(number_words(c.phone_number)) n where c.booking_id = b.id)
    ) as word where word <> '')
  from booking b where b.id = any (of_bookings)
  on conflict (booking_id) do update set words = excluded.words where w.words <> excluded.words
$$;

-- Brings the sums up to date with these bookings. One at a time calls this: whoever follows the feed.
create function count_bookings(of_bookings uuid[]) returns void
  language sql set search_path = public, pg_temp
as $$
  with now_so as materialized (
    select b.id as booking_id,
      (coalesce(b.window_starts_at, b.window_taken_at) at time zone coalesce(b.arrival_window ->> 'timeZone', 'UTC'))::date as day,
      b.account_id, b.area_slug, b.state,
      (arrived.at_ms <= (b.arrival_window ->> 'endMs')::bigint + 300000) as in_time,
      case b.state when 'completed' then (b.fare ->> 'totalCents')::bigint
        when 'cancelled' then (b.cancellation ->> 'feeCents')::bigint else 0 end as revenue_cents
    from booking b left join lateral (
      select min((e ->> 'triggeredAtMs')::bigint) as at_ms from json_array_elements(b.dispatch -> 'events') e
      where e ->> 'state' = 'at' and (e ->> 'routePosition')::integer = case b.window_ref when 'origin' then 0
        else (select max(s.position) from booking_stop s where s.booking_id = b.id) end
    ) arrived on b.dispatch is not null
    where b.id = any (of_bookings)
  ), fact as materialized (
    select booking_id, day, account_id, area_slug, state, coalesce(in_time, false)::integer as on_time,
      coalesce(not in_time, false)::integer as late, coalesce(revenue_cents, 0) as revenue_cents from now_so
  ), written as (
    insert into booking_fact select * from fact
    on conflict (booking_id) do update set day = excluded.day, account_id = excluded.account_id,
      area_slug = excluded.area_slug, state = excluded.state, on_time = excluded.on_time, late = excluded.late,
      revenue_cents = excluded.revenue_cents
  ), moved as (
    select 1 as sign, * from fact
    union all select -1, o.* from booking_fact o where o.booking_id in (select booking_id from fact)
  )
  insert into booking_day as d
  select day, account_id, area_slug, state, sum(sign), sum(sign * on_time), sum(sign * late), sum(sign * revenue_cents)
  from moved group by 1, 2, 3, 4
  having sum(sign) <> 0 or sum(sign * on_time) <> 0 or sum(sign * late) <> 0 or sum(sign * revenue_cents) <> 0
  order by 1, 2, 3, 4
  on conflict (day, account_id, area_slug, state) do update set bookings = d.bookings + excluded.bookings,
    on_time = d.on_time + excluded.on_time, late = d.late + excluded.late,
    revenue_cents = d.revenue_cents + excluded.revenue_cents
$$;

revoke execute on function index_bookings, count_bookings from public;
grant execute on function index_bookings, count_bookings to waybill_system;

do $$
declare name text;
begin
  foreach name in array array['capacity_override', 'area_revision', 'exception_decision', 'booking_words', 'booking_fact', 'booking_day'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy system on %I to waybill_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to waybill_system', name);
  end loop;
end $$;
create policy everyone on capacity_override to waybill_app using (true);
grant select on capacity_override to waybill_app;

-- From here on somebody follows the feed for these; what was booked before is reckoned now. The owner is held to row-level
-- security like everybody else, so it takes on the role that sees all.
grant insert on event_follower to waybill_system;
set local role waybill_system;
insert into event_follower (name, position) select 'planning', coalesce((select max(position) from event), 0);
select index_bookings(array(select id from booking)), count_bookings(array(select id from booking));
reset role;
revoke insert on event_follower from waybill_system;
