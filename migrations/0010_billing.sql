-- Money: what was billed and paid (records), the same in double entry (ledger), and what was asked of payment providers.
-- Records and ledger are append-only: what was wrong is put right by a further record. Bookings are named and not
-- referred to: checking a reference would lock the booking, and nobody who books should wait for the books.

create table billing_record (
  id uuid primary key,
  account_id uuid not null references account,
  kind text not null check (kind in
    ('charge', 'adjustment', 'refund', 'credit', 'cancellation_fee', 'payment', 'payment_refund')),
  booking_id uuid,
  booking_hid text,
  order_number text,
  amount_cents bigint not null,
  lines json not null,
  source text not null constraint billing_record_source unique,
  event_id uuid constraint billing_record_event unique,
  reference text,
  occurred_at timestamptz not null,
  booked_at timestamptz not null,
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  recorded_at timestamptz not null,
  check ((booking_id is null) = (booking_hid is null)),
  check (kind in ('payment', 'payment_refund') or (booking_id is not null and event_id is not null)),
  check (kind not in ('refund', 'credit', 'payment') or amount_cents < 0),
  check (kind not in ('cancellation_fee', 'payment_refund') or amount_cents > 0)
);
create unique index billing_record_one_charge on billing_record (booking_id) where kind in ('charge', 'cancellation_fee');
create index billing_record_list on billing_record (account_id, booked_at desc, id desc);
create index billing_record_month on billing_record (account_id, month, booked_at, id) include (amount_cents);
create index billing_record_booking on billing_record (booking_id, booked_at, id);
comment on column billing_record.amount_cents is 'By how much the account owes more; negative where it owes less.';
comment on column billing_record.source is 'What it was made from: an event, an operation of a payment provider, a payment by its reference. Nothing is billed twice.';
comment on column billing_record.month is 'The statement it is on. Kept, so that no later change of zone moves it.';
comment on column billing_record.booked_at is 'When it happened, or when it became known if the month had closed by then.';

create table ledger_entry (
  record_id uuid not null references billing_record,
  account_id uuid not null references account,
  ledger_account text not null check (ledger_account in ('receivable', 'revenue', 'cancellation_fees', 'refunds',
    'credits', 'discounts', 'tips_payable', 'payment_clearing')),
  amount_cents bigint not null check (amount_cents <> 0),
  primary key (record_id, ledger_account)
);
create index ledger_entry_balance on ledger_entry (account_id, ledger_account) include (amount_cents);
comment on column ledger_entry.amount_cents is 'Debits are positive, credits negative; the entries of a record make zero.';

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end $$;
create trigger append_only before update or delete on billing_record for each row execute function refuse_ledger_change();
create trigger append_only_truncate before truncate on billing_record for each statement execute function refuse_ledger_change();
create trigger append_only before update or delete on ledger_entry for each row execute function refuse_ledger_change();
create trigger append_only_truncate before truncate on ledger_entry for each statement execute function refuse_ledger_change();

-- At commit: entries of a record make zero, and its receivable is its amount.
create function refuse_imbalance() returns trigger language plpgsql as $$
declare
  total bigint;
  owed bigint;
begin
  select coalesce(sum(amount_cents), 0), coalesce(sum(amount_cents) filter (where ledger_account = 'receivable'), 0)
    into total, owed from ledger_entry where record_id = new.id;
  if total <> 0 or owed <> new.amount_cents then
    raise exception 'the entries of record % make %, and % of its amount of %', new.id, total, owed, new.amount_cents;
  end if;
  return null;
end $$;
create constraint trigger balanced after insert on billing_record
  deferrable initially deferred for each row execute function refuse_imbalance();
create function refuse_stray_entry() returns trigger language plpgsql as $$
declare
  total bigint;
begin
  select sum(amount_cents) into total from ledger_entry where record_id = new.record_id;
  if total <> 0 then raise exception 'the entries of record % make %', new.record_id, total; end if;
  return null;
end $$;
create constraint trigger balanced after insert on ledger_entry
  deferrable initially deferred for each row execute function refuse_stray_entry();

create table payment_setting (
  account_id uuid primary key references account,
  provider text not null check (provider in ('stripe')),
  customer text not null,
  method text not null,
  updated_at timestamptz not null
);
comment on table payment_setting is 'Accounts whose bookings are paid one by one. All others pay on account, by statement.';

create table payment (
  booking_id uuid primary key,
  account_id uuid not null references account,
  booking_hid text not null,
  order_number text,
  provider text not null check (provider in ('stripe')),
  customer text not null,
  method text not null,
  wanted_cents bigint not null check (wanted_cents > 0),
  is_over boolean not null,
  uncollected_cents bigint,
  opened_at timestamptz not null
);
comment on column payment.is_over is 'The booking is completed or cancelled: what is owed is collected, the rest let go.';
comment on column payment.uncollected_cents is 'What was found at rest to be missing; null while there is something to do.';
create index payment_uncollected on payment (account_id) where uncollected_cents <> 0;

create table payment_operation (
  id uuid primary key,
  booking_id uuid not null references payment on delete cascade,
  number integer not null check (number > 0),
  account_id uuid not null references account,
  kind text not null check (kind in ('authorise', 'capture', 'refund', 'void')),
  amount_cents bigint not null check (amount_cents > 0),
  intent integer not null,
  status text not null check (status in ('pending', 'done', 'refused')),
  reference text,
  refusal text,
  asked_at timestamptz not null,
  finished_at timestamptz,
  constraint payment_operation_number unique (booking_id, number),
  check ((status = 'pending') = (finished_at is null)),
  check ((status = 'refused') = (refusal is not null)),
  check (intent <= number and (kind = 'authorise') = (intent = number))
);
create index payment_operation_pending on payment_operation (asked_at) where status = 'pending';
comment on table payment_operation is 'Written before the provider is asked, so that whoever comes after a crash asks the same again under the same key.';

do $$
declare name text;
begin
  foreach name in array array['billing_record', 'ledger_entry', 'payment_setting', 'payment', 'payment_operation'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy own_account on %I to waybill_app using (account_id = current_account_id())', name);
    execute format('create policy system on %I to waybill_system using (true)', name);
  end loop;
end $$;
grant select on billing_record to waybill_app;
grant select, insert on billing_record, ledger_entry to waybill_system;
grant select, insert, update, delete on payment_setting to waybill_system;
grant select, insert, update on payment, payment_operation to waybill_system;
