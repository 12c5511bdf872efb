-- Attempts are read by their delivery and in no other way. Each is written with every webhook that is sent: one index in place of three.
alter table webhook_attempt drop constraint webhook_attempt_pkey;
drop index webhook_attempt_endpoint;
drop index webhook_attempt_delivery;
alter table webhook_attempt add primary key (delivery_id, id);
