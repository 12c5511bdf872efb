-- Search of a partner's own bookings in the portal (decision 0084), in the index that the console uses. A function, because
-- row-level security would be checked before the match: the index could not be used.

create function search_own_bookings(said text, at_most integer) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
as $$
  select b.id from booking_words w join booking b on b.id = w.booking_id
  where w.words @@ words_query(said) and b.account_id = current_account_id()
  order by b.created_at desc, b.id desc limit at_most
$$;
comment on function search_own_bookings is
  'Newest bookings of the current account that have words beginning with each of the given words.';
revoke execute on function search_own_bookings from public;
grant execute on function search_own_bookings to waybill_app;
