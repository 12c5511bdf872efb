-- Indexes for the lists of users and live tokens, for the end of a client's tokens, and for the cleanup every 10 minutes.

-- The list of users: newest first, in pages.
create index app_user_created on app_user (created_at, id);

-- The live tokens of a client are listed by id, which is ordered by time. Replaces the index by created_at.
create index access_token_client on access_token (api_client_id, id) where revoked_at is null;
drop index access_token_live;

-- Revoking the tokens of a client, and the cascade when it is deleted.
create index refresh_token_client on refresh_token (api_client_id);
create index authorization_code_client on authorization_code (api_client_id);

-- The cleanup: expired tokens are revoked, revoked ones are deleted a day later. Without ACCESS_TOKEN_DAYS the first is empty.
create index access_token_expiry on access_token (expires_at) where revoked_at is null and expires_at is not null;
create index access_token_revoked on access_token (revoked_at) where revoked_at is not null;
create index refresh_token_expiry on refresh_token (expires_at);
create index refresh_token_revoked on refresh_token (revoked_at) where revoked_at is not null;

comment on function is_valid_secret is
  'Unused since migration 0055. Stays until no process of the version before uses it.';
comment on column sign_in_throttle.target is
  'SHA-256 of the kind of secret and the account; for the counter of a network, of the text "any account", the same for all kinds of secrets.';
