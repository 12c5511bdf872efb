-- An export reads as waybill_system, which row-level security shows everything, and carries on the numbers that sequences
-- have come to.
grant select on all sequences in schema public to waybill_system;
