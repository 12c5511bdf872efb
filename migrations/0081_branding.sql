-- Branding of organizations, approved by operators before customers see it (decision 0090).

create table branding (
  account_id uuid primary key references account on delete cascade,
  revision integer not null check (revision > 0),
  live jsonb,
  pending jsonb,
  pending_at timestamptz,
  rejected jsonb,
  rejection_reason text check (rejection_reason <> ''),
  decided_at timestamptz,
  updated_at timestamptz not null,
  check ((pending is null) = (pending_at is null)),
  check ((rejected is null) = (rejection_reason is null)),
  check (pending is null or rejected is null)
);
create index branding_pending on branding (pending_at) where pending is not null;
comment on table branding is 'Branding of an organization: the document that customers see and the one that waits for approval.';
comment on column branding.revision is 'Increases with every change. A write names the revision that its author has seen.';
comment on column branding.live is 'Approved document; null: the default look.';
comment on column branding.pending is 'Document that waits for the decision of an operator; null: none.';
comment on column branding.rejected is 'The last submitted document if it was rejected, so that the partner can correct it.';
comment on column branding.decided_at is 'When an operator last approved or rejected a document. The audit trail has who.';

create table branding_logo (
  account_id uuid not null references account on delete cascade,
  digest text not null check (digest ~ '^[A-Za-z0-9_-]{43}$'),
  png bytea not null,
  width smallint not null check (width > 0),
  height smallint not null check (height > 0),
  is_public boolean not null default false,
  created_at timestamptz not null,
  primary key (account_id, digest)
);
create index branding_logo_public on branding_logo (digest) where is_public;
comment on table branding_logo is 'Logos that partners have uploaded, re-encoded as PNG.';
comment on column branding_logo.digest is 'SHA-256 of the file, base64url; also its name in the URL.';
comment on column branding_logo.is_public is 'Part of the live branding: served without authentication.';

alter table branding enable row level security;
alter table branding force row level security;
create policy own_account on branding to waybill_app using (account_id = current_account_id());
create policy system on branding to waybill_system using (true);
grant select, insert, update on branding to waybill_app, waybill_system;

alter table branding_logo enable row level security;
alter table branding_logo force row level security;
create policy own_account on branding_logo to waybill_app using (account_id = current_account_id());
create policy system on branding_logo to waybill_system using (true);
create policy public_logo on branding_logo for select to waybill_identity using (is_public);
-- Partner requests cannot publish a logo.
grant select, delete, insert (account_id, digest, png, width, height, created_at) on branding_logo to waybill_app;
grant select, update, delete on branding_logo to waybill_system;
grant select (digest, png, is_public) on branding_logo to waybill_identity;

-- Partner requests run as waybill_app: they may remove the live branding, never set it.
create function refuse_unapproved_branding() returns trigger language plpgsql as $$
begin
  if current_user = 'waybill_app' then
    raise exception 'branding needs the approval of an operator' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger branding_approved before update of live on branding
  for each row when (new.live is not null and old.live is distinct from new.live) execute function refuse_unapproved_branding();
create trigger branding_new before insert on branding
  for each row when (new.live is not null) execute function refuse_unapproved_branding();
