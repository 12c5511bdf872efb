-- Backups and exports read as waybill_system, which row-level security shows everything: they need the numbers that
-- sequences have come to, and pg_dump locks every table by itself, partitions included, also those that are made later.
grant select on all tables in schema public to waybill_system;
grant select on all sequences in schema public to waybill_system;
alter default privileges in schema public grant select on tables to waybill_system;
alter default privileges in schema public grant select on sequences to waybill_system;
