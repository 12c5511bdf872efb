-- Names of organizations are approved by operators before customers see them (decision 0058). account.name is the approved name; every
-- existing name is approved.

alter table account add column pending_name text check (pending_name <> '');
alter table account add column pending_name_at timestamptz;
alter table account add constraint account_pending_name_at check ((pending_name is null) = (pending_name_at is null));
create index account_pending_name on account (pending_name_at) where pending_name is not null;
comment on column account.name is 'Name that customers see. For organizations: approved by an operator.';
comment on column account.pending_name is 'Name that the partner has set and no operator has approved or rejected yet; null: none.';

grant update (pending_name, pending_name_at) on account to waybill_app;

-- Partner requests run as waybill_app and may change the name of a personal account only.
create function refuse_unapproved_name() returns trigger language plpgsql as $$
begin
  if current_user = 'waybill_app' and old.kind = 'organization' then
    raise exception 'the name of an organization needs the approval of an operator' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger account_name_approved before update of name on account
  for each row when (old.name is distinct from new.name) execute function refuse_unapproved_name();
