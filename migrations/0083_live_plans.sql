-- Live re-planning (decision 0091): plans that the system has computed and applied after a change of the day.

alter table plan add column origin text not null default 'dispatcher' check (origin in ('dispatcher', 'live'));
alter table plan add column reasons json not null default '[]';
comment on column plan.origin is 'live: computed and applied by the system, because the day changed.';
comment on column plan.reasons is 'What changed on the day, for live plans.';

alter table plan_day add column improved_revision bigint not null default 0;
alter table plan_day add column improved_at timestamptz;
comment on column plan_day.improved_revision is 'Revision that the last live search was based on, or that it led to; a higher revision has not been improved yet.';

-- Days ahead that are watched.
create index plan_day_by_day on plan_day (day);
