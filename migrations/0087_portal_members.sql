-- People of an organization who sign in to the portal by e-mail (decision 0094).
create table portal_member (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  email text not null check (email <> ''),
  name text not null check (name <> ''),
  role text not null check (role in ('admin', 'member')),
  created_by text not null,
  created_at timestamptz not null,
  mail text check (mail in ('not_connected', 'waiting', 'sent', 'failed')),
  last_signed_in_at timestamptz,
  removed_at timestamptz
);
create unique index portal_member_email on portal_member (account_id, lower(email)) where removed_at is null;
-- Sign-in knows the address and no account.
create index portal_member_sign_in on portal_member (lower(email)) where removed_at is null;
create index portal_member_removed on portal_member (removed_at) where removed_at is not null;
comment on table portal_member is 'Portal members: people of an organization who sign in to the portal with links by e-mail.';
comment on column portal_member.role is 'admin: manages people and API clients too.';
comment on column portal_member.created_by is 'Kind and id of the actor, such as operator:<id>.';
comment on column portal_member.mail is 'Status of the last e-mail with a link; null: none was created.';
comment on column portal_member.removed_at is
  'Since when the person has no access. The row names the person in the audit trail until it is deleted.';

alter table portal_member enable row level security;
alter table portal_member force row level security;
create policy identity on portal_member to waybill_identity using (true);
create policy system on portal_member to waybill_system using (true);
grant select, insert, update on portal_member to waybill_identity;
grant select, insert, update, delete on portal_member to waybill_system;

-- A link and its session belong to a member or to the access token that requested the link.
alter table portal_link
  add column member_id uuid references portal_member on delete cascade,
  alter column made_with drop not null,
  add constraint portal_link_owner check ((member_id is null) <> (made_with is null));
alter table portal_session
  add column member_id uuid references portal_member on delete cascade,
  alter column made_with drop not null,
  add constraint portal_session_owner check ((member_id is null) <> (made_with is null));
create index portal_link_member on portal_link (member_id) where member_id is not null;
create index portal_session_member on portal_session (member_id) where member_id is not null;
comment on column portal_link.made_with is 'Hash of the access token that requested the link; null: a link of a member.';
comment on column portal_link.member_id is 'The person whom the link signs in; null: an access token requested the link.';
comment on column portal_session.made_with is
  'Hash of the access token of the link. The session ends when that token and its successors of the same sign-in are revoked. null: a session of a member.';
comment on column portal_session.member_id is 'The person who is signed in. The session ends when the person is removed.';

alter table api_client add column origin_member_id uuid references portal_member on delete set null;
create index api_client_origin_member on api_client (origin_member_id) where origin_member_id is not null;
comment on column api_client.origin_member_id is 'The portal member whose session created the client; null: another actor.';

alter table audit_entry drop constraint audit_entry_actor_kind_check;
alter table audit_entry add constraint audit_entry_actor_kind_check check (actor_kind in
  ('client', 'user', 'portal_member', 'operator', 'crew_member', 'command', 'system', 'anonymous'));

-- The sign-in page and the portal run as waybill_identity, which adds the jobs that mail links.
alter policy security_mail on due_job using (kind in ('account.security_mail', 'portal.mail_links'))
  with check (kind in ('account.security_mail', 'portal.mail_links'));
