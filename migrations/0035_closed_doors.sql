-- Two doors that stayed open: a visit to the portal now ends with the token that made its link, and what an operator disabled is
-- enabled by operators alone.

alter table portal_link add column made_with bytea;
alter table portal_session add column made_with bytea;
comment on column portal_link.made_with is 'The hash of the access token that asked for the link.';
comment on column portal_session.made_with is 'As of its link. Without that token, or a successor of the same sign-in, the session is over.';
-- Whose token is not known cannot be told to have ended with it.
delete from portal_link;
delete from portal_session;
alter table portal_link alter column made_with set not null;
alter table portal_session alter column made_with set not null;

alter table webhook_endpoint add column held boolean not null default false;
comment on column webhook_endpoint.held is 'Disabled by an operator: the account can neither enable nor replace it.';

-- Erasing somebody rewrites stored answers, and replaces the address of who wants no messages by a digest.
grant update on idempotency_record to waybill_system;
grant update on message_opt_out to waybill_system;
comment on column message_opt_out.address is 'E.164, or a mail address in small letters; of somebody who was erased, a digest of it.';
