// Doctor checks of billing: every record balances and adds up, a completed booking is charged its fare and a cancelled
// one its fee, and the ledger matches the provider operations. Bookings with events that are not relayed yet are
// excluded, because they are not billed yet.
import { sql } from 'kysely';
import type { SqlCheck } from '../../../db/doctor/sql-check.ts';

const isBilled = sql`kind not in ('payment', 'payment_refund')`;

const balance: SqlCheck = {
  name: 'ledger: the entries of a record add up to zero',
  checked: sql`select count(*) from ledger_entry`,
  broken: sql`
    select 'billing_record' as table_name, r.id, r.account_id,
      format('its entries add up to %s, and its receivable is %s instead of %s', coalesce(total, 0), coalesce(receivable, 0), r.amount_cents)
        as message
    from billing_record r
    left join (select record_id, sum(amount_cents) as total,
                 sum(amount_cents) filter (where ledger_account = 'receivable') as receivable
               from ledger_entry group by 1) e on e.record_id = r.id
    where coalesce(total, 0) <> 0 or coalesce(receivable, 0) <> r.amount_cents
    union all
    select 'ledger_entry', e.record_id, e.account_id, format('its record belongs to account %s', r.account_id)
    from ledger_entry e join billing_record r on r.id = e.record_id where e.account_id <> r.account_id
    union all
    select 'ledger_entry', e.record_id, e.account_id, 'has no record'
    from ledger_entry e where not exists (select from billing_record r where r.id = e.record_id)`,
};

const lines: SqlCheck = {
  name: 'billing records: amount = sum of lines',
  checked: sql`select count(*) from billing_record`,
  broken: sql`
    select 'billing_record' as table_name, id, account_id, format('its amount is %s, but its lines add up to %s', amount_cents, line_sum)
      as message
    from (select id, account_id, amount_cents,
            (select coalesce(sum((line ->> 'amountCents')::numeric), 0) from json_array_elements(lines) as line) as line_sum
          from billing_record) as summed
    where line_sum <> amount_cents`,
};

/** Bookings with the sum of their billing records; 0 if there are none. */
const bookings = sql`
  select b.id, b.account_id, b.state, b.fare, b.cancellation, coalesce(billed.charges, 0) as charges,
    coalesce(billed.cents, 0) as cents
  from booking b
  left join (select booking_id, sum(amount_cents) as cents, count(*) filter (where kind = 'charge') as charges
             from billing_record where ${isBilled} group by 1) billed on billed.booking_id = b.id
  where not exists (select from event e where e.booking_id = b.id and (e.position is null or e.position > (select position from event_follower where name = 'billing')))`;

const charges: SqlCheck = {
  name: 'billing: a completed booking is charged its fare exactly once',
  checked: sql`select count(*) from booking where state = 'completed'`,
  broken: sql`
    select 'booking' as table_name, id, account_id, format('is completed and has %s charges', charges) as message
    from (${bookings}) b where state = 'completed' and charges <> 1
    union all
    select 'booking', id, account_id, format('was billed %s, its fare is %s', cents, fare ->> 'totalCents')
    from (${bookings}) b where state = 'completed' and charges = 1 and (fare ->> 'totalCents')::numeric <> cents`,
};

const cancellations: SqlCheck = {
  name: 'billing: a cancelled booking is charged only its fee',
  checked: sql`select count(*) from booking where state <> 'completed'`,
  broken: sql`
    select 'booking' as table_name, id, account_id,
      format('was billed %s, its cancellation fee is %s', cents, coalesce(cancellation ->> 'feeCents', '0')) as message
    from (${bookings}) b
    where state = 'cancelled' and cents <> coalesce((cancellation ->> 'feeCents')::numeric, 0)
    union all
    select 'booking', id, account_id, format('is %s and was billed %s', state, cents)
    from (${bookings}) b where state in ('created', 'dispatched') and (cents <> 0 or charges > 0)`,
};

const accounts: SqlCheck = {
  name: 'billing records: every record has the account of its booking',
  checked: sql`select count(*) from billing_record where booking_id is not null`,
  broken: sql`
    select 'billing_record' as table_name, r.id, r.account_id,
      coalesce('its booking belongs to account ' || b.account_id, 'its booking does not exist') as message
    from billing_record r left join booking b on b.id = r.booking_id
    where r.booking_id is not null and b.account_id is distinct from r.account_id
    union all
    select 'billing_record', r.id, r.account_id, format('%s is %s, but the booking has %s', 'hid', r.booking_hid, b.hid)
    from billing_record r join booking b on b.id = r.booking_id where b.hid <> r.booking_hid`,
};

/** Every captured or refunded amount is in the ledger, to the cent, and nothing else. */
const payments: SqlCheck = {
  name: 'payments: the ledger matches the provider operations',
  checked: sql`select (select count(*) from payment_operation) + (select count(*) from billing_record where not ${isBilled})`,
  broken: sql`
    select 'payment_operation' as table_name, o.id, o.account_id,
      format('%s of %s, but the ledger has %s', o.kind, o.amount_cents, coalesce(r.amount_cents::text, 'nothing')) as message
    from payment_operation o
    left join billing_record r on r.source = 'payment:' || o.id
    where o.status = 'done' and o.kind in ('capture', 'refund')
      and r.amount_cents is distinct from case o.kind when 'capture' then -o.amount_cents else o.amount_cents end
    union all
    select 'billing_record', r.id, r.account_id, 'belongs to an operation that was not completed'
    from billing_record r
    where r.source like 'payment:%' and not exists (
      select from payment_operation o where 'payment:' || o.id = r.source and o.status = 'done' and o.kind in ('capture', 'refund'))
    union all
    select 'payment', p.booking_id, p.account_id, format('was refunded more than the collected amount of %s', captured)
    from payment p join (
      select booking_id, coalesce(sum(amount_cents) filter (where kind = 'capture'), 0) as captured,
        coalesce(sum(amount_cents) filter (where kind = 'refund'), 0) as refunded
      from payment_operation where status = 'done' group by 1) o on o.booking_id = p.booking_id
    where refunded > captured`,
};

export const ledgerChecks: readonly SqlCheck[] = [balance, lines, accounts, charges, cancellations, payments];
