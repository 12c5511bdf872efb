-- Portal sessions keep the scopes of the access token that opened them, and the time of their last step-up. API clients
-- keep the portal session that created them. Security changes are mailed to the contact of the account.

-- The default grants nothing: a link that a process of the previous version creates during the upgrade opens no data.
alter table portal_link add column scopes text[] not null default '{}';
alter table portal_session
  add column scopes text[] not null default '{}',
  add column confirmed_at timestamptz;
comment on column portal_link.scopes is 'Scopes of the access token that requested the link.';
comment on column portal_session.scopes is 'Scopes of the link: the session may do what they permit, and nothing else.';
comment on column portal_session.confirmed_at is
  'Last step-up: when the client secret was entered again; null: never. Changes of API clients need a recent one.';

-- Forced row-level security also applies to the owner of the tables, who runs migrations.
alter table portal_link no force row level security;
alter table portal_session no force row level security;
alter table access_token no force row level security;
update portal_link l set scopes = t.scopes from access_token t where t.token_hash = l.made_with;
update portal_session s set scopes = t.scopes from access_token t where t.token_hash = s.made_with;
alter table portal_link force row level security;
alter table portal_session force row level security;
alter table access_token force row level security;

alter table api_client
  add column origin_client_id text,
  add column origin_token_id uuid,
  add column origin_session bytea;
create index api_client_origin on api_client (origin_client_id) where origin_client_id is not null;
create index api_client_origin_token on api_client (origin_token_id) where origin_token_id is not null;
comment on column api_client.origin_client_id is
  'client_id of the client whose portal session created this one; null: created by an operator or a command.';
comment on column api_client.origin_token_id is
  'Id of the access token that opened that portal session. No foreign key: revoked tokens are deleted after a day.';
comment on column api_client.origin_session is 'Hash of that portal session.';

alter table message drop constraint message_kind_check;
alter table message add constraint message_kind_check check (kind in ('booked', 'rescheduled', 'on_the_way', 'arriving',
  'stop_done', 'all_done', 'cancelled', 'late', 'endpoint_failing', 'endpoint_disabled', 'security_change'));

-- The portal changes API clients as waybill_identity, which plans the mail about the change in the same transaction.
create policy security_mail on due_job to waybill_identity
  using (kind = 'account.security_mail') with check (kind = 'account.security_mail');
grant select (kind, key), insert on due_job to waybill_identity;
grant usage on sequence due_job_id_seq to waybill_identity;
