-- Account administration of users: they can tell their sign-in sessions apart, and their tokens are found by user.

alter table sign_in_session
  add column id uuid not null default gen_random_uuid() unique,
  add column address text,
  add column browser text;
comment on column sign_in_session.browser is 'Short name, such as "Firefox on Windows". The user agent is not kept.';
comment on column sign_in_session.id is 'Names the session in lists. The hash identifies its cookie and is not shown.';

create index sign_in_session_user on sign_in_session (user_id);
create index access_token_user on access_token (user_id) where revoked_at is null;
create index refresh_token_user on refresh_token (user_id) where revoked_at is null;
create index authorization_code_user on authorization_code (user_id);
