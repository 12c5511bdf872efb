-- Messages that operators write to the contacts of a booking, and the notice that a stop was not completed.
-- `branding_decision` (0090) is listed here too, for databases that have applied 0090 before.
alter table message drop constraint message_kind_check;
alter table message add constraint message_kind_check check (kind in ('booked', 'rescheduled', 'on_the_way', 'arriving',
  'stop_done', 'all_done', 'cancelled', 'late', 'not_delivered', 'custom', 'endpoint_failing', 'endpoint_disabled',
  'security_change', 'branding_decision'));
alter table message add column operator_id uuid references operator;
comment on column message.operator_id is 'Operator who wrote or resent the message; null: planned by an event or a job.';

-- The response of an operator's message is stored under its idempotency key in the same transaction, as waybill_system.
grant insert on idempotency_record to waybill_system;
