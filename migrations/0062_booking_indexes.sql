-- Two indexes that every booking wrote and no statement needed (decision 0074).

-- The security events of an account. Entries about bookings are not security events: most entries are not in the index.
create index audit_entry_of_account on audit_entry (account_id, recorded_at, id) where subject_kind <> 'booking';
drop index audit_entry_account;

-- Locations are read by id; the primary key finds them.
drop index location_account;
