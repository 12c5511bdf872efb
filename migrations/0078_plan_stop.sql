-- Ends the search of a plan early (decision 0087). The process that computes the plan reads it when it renews its lease.

alter table plan add column stop_requested_at timestamptz;
comment on column plan.stop_requested_at is 'When a dispatcher asked to end the search and to keep the best plan found; null: never.';
