-- E-mails to partners about the decision on their branding.
alter table message drop constraint message_kind_check;
alter table message add constraint message_kind_check check (kind in ('booked', 'rescheduled', 'on_the_way', 'arriving',
  'stop_done', 'all_done', 'cancelled', 'late', 'not_delivered', 'custom', 'endpoint_failing', 'endpoint_disabled',
  'security_change', 'branding_decision'));
