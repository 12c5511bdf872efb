-- Problems that a crew reports on its way to a stop (breakdown, traffic). A row of booking_note: the crew waits for no decision,
-- and partners do not see it.
alter table booking_note drop constraint booking_note_kind_check;
alter table booking_note add constraint booking_note_kind_check check (kind in ('note', 'call', 'problem'));

alter table crew_action drop constraint crew_action_kind_check;
alter table crew_action add constraint crew_action_kind_check
  check (kind in ('depart', 'arrive', 'complete', 'cannot_complete', 'note', 'problem'));
