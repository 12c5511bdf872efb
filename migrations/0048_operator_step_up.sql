-- Step-up of operators: sensitive operations need a session whose operator was authenticated within the last 10 minutes.
-- Existing sessions are not confirmed, and end 12 hours after they started.

alter table operator_session add column confirmed_at timestamptz;
comment on column operator_session.confirmed_at is
  'When the operator last proved their identity: at sign-in or with POST /operator/session/confirmation. null: before this column existed.';

update operator_session set expires_at = least(expires_at, created_at + interval '12 hours');
