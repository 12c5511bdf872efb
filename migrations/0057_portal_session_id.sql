-- A step-up replaces the token of a portal session, and with it the hash. The id stays: the CSRF token is signed for it, so that
-- pages that are already open continue.
alter table portal_session add column id uuid not null default gen_random_uuid() unique;
comment on column portal_session.id is 'Stays when a step-up replaces the token. The hash identifies the cookie.';
