-- Notes of crews about a stop, and shifts that repeat every week (decision 0088).

alter table booking_note
  alter column operator_id drop not null,
  add column member_id uuid references crew_member,
  add column stop_id uuid,
  add constraint booking_note_author check (num_nonnulls(operator_id, member_id) = 1),
  add constraint booking_note_stop check ((member_id is null) = (stop_id is null));
comment on table booking_note is
  'Notes and call records of operators about a booking, and notes of crews about a stop. Append-only; not visible to partners.';
comment on column booking_note.member_id is 'Crew member who wrote the note; null for operators.';
comment on column booking_note.stop_id is 'Stop that the note of a crew member is about. No foreign key: a stop may be removed from the route.';

alter table crew_action drop constraint crew_action_kind_check;
alter table crew_action add constraint crew_action_kind_check
  check (kind in ('depart', 'arrive', 'complete', 'cannot_complete', 'note'));

create table shift_pattern (
  id uuid primary key,
  crew_id uuid not null references crew,
  weekdays smallint[] not null check (cardinality(weekdays) between 1 and 7 and weekdays <@ '{1,2,3,4,5,6,7}'),
  starts_minute smallint not null check (starts_minute between 0 and 1439),
  ends_minute smallint not null check (ends_minute between 0 and 1439),
  time_zone text not null,
  first_day date not null,
  last_day date not null,
  excepted_days date[] not null,
  created_at timestamptz not null,
  check (last_day >= first_day and last_day < first_day + 371)
);
create index shift_pattern_crew on shift_pattern (crew_id, first_day);
comment on table shift_pattern is 'Weekly pattern of shifts of a crew. Its shifts are rows of shift, created with the pattern.';
comment on column shift_pattern.weekdays is 'ISO weekdays: 1 is Monday.';
comment on column shift_pattern.starts_minute is 'Local start, in minutes after midnight.';
comment on column shift_pattern.ends_minute is 'Local end. Not after the start: on the next day.';
comment on column shift_pattern.excepted_days is 'Days on which the pattern does not apply.';

alter table shift
  add column pattern_id uuid references shift_pattern on delete set null,
  add column pattern_day date;
create index shift_pattern_shifts on shift (pattern_id, pattern_day) where pattern_id is not null;
comment on column shift.pattern_id is 'Pattern that created the shift; null once the shift is changed on its own.';
comment on column shift.pattern_day is 'Local day of the pattern on which the shift starts.';

alter table shift_pattern enable row level security;
alter table shift_pattern force row level security;
create policy system on shift_pattern to waybill_system using (true);
grant select, insert, update, delete on shift_pattern to waybill_system;
