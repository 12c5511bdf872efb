-- What is written together and committed in the same round trip cannot be looked at in between: a statement on which the rest
-- depends refuses by itself, and with it everything. The code says which refusal it is.

create function refuse_unless(allowed boolean, refusal text) returns void language plpgsql
as $$
begin
  if not allowed then
    raise exception using errcode = refusal, message = 'refused: what this depends on is not so';
  end if;
end $$;
