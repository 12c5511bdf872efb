// Source rows of exceptions: bookings in progress or close to their window, refused payments, failing webhook
// endpoints. Reads the authoritative tables, not a projection.
import { type RawBuilder, sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { BookingState } from '../../../domain/booking/booking.ts';
import { ON_DEMAND_GRACE_MS, UNASSIGNED_LEAD_MS } from '../../../domain/booking/booking-exceptions.ts';
import type { DispatchState } from '../../../domain/dispatch/dispatch.ts';
import type { Product } from '../../../domain/dispatch/product.ts';
import {
  crewPhone,
  customerName,
  customerPhone,
  destinationTown,
  openOffer,
} from '../bookings/booking-columns-store.ts';
import type { OpenOffer } from '../dispatch/open-offer-schema.ts';

export interface ExceptionCandidateRow {
  readonly id: string;
  readonly hid: string;
  readonly state: BookingState;
  readonly areaSlug: string;
  readonly product: Product;
  readonly town: string | null;
  readonly accountId: string;
  readonly accountName: string;
  readonly customerName: string | null;
  readonly customerPhone: string | null;
  readonly startMs: number | null;
  readonly endMs: number | null;
  readonly timeZone: string;
  readonly takenAt: Date;
  readonly refPosition: number;
  readonly progressState: DispatchState | null;
  readonly progressPosition: number | null;
  readonly failure: { readonly reason: string; readonly atMs: number } | null;
  readonly problem: { readonly text: string; readonly atMs: number } | null;
  readonly etaMs: number | null;
  readonly etaReportedMs: number | null;
  readonly departsAt: Date | null;
  readonly crewsLost: number;
  readonly crewId: string | null;
  readonly crewName: string | null;
  readonly crewPhone: string | null;
  readonly offer: OpenOffer | null;
}

/**
 * Ids of bookings without a crew whose window is near or past, and of all bookings with an engaged crew. Each branch
 * uses its own partial index on a small set (open bookings, open engagements).
 */
export function watchedIds(now: Date): RawBuilder<unknown> {
  const soon = new Date(now.getTime() + UNASSIGNED_LEAD_MS);
  const overdue = new Date(now.getTime() - ON_DEMAND_GRACE_MS);
  return sql`
      select id from booking where state = 'created' and window_starts_at <= ${soon}
      union all
      select id from booking where state = 'created' and window_starts_at is null and window_taken_at <= ${overdue}
      union all
      select booking_id from crew_engagement where ended_at is null`;
}

/** Excludes sandbox simulations. */
export async function findExceptionCandidates(
  db: SystemDatabase,
  now: Date,
): Promise<ExceptionCandidateRow[]> {
  const { rows } = await sql<ExceptionCandidateRow>`
    with watched as (${watchedIds(now)})
    select b.id, b.hid, b.state, b.area_slug as "areaSlug", b.product, ${destinationTown} as town,
      b.account_id as "accountId", a.name as "accountName",
      ${customerName} as "customerName", ${customerPhone} as "customerPhone", ${crewPhone} as "crewPhone",
      (b.arrival_window ->> 'startMs')::float8 as "startMs", (b.arrival_window ->> 'endMs')::float8 as "endMs",
      b.arrival_window ->> 'timeZone' as "timeZone", b.window_taken_at as "takenAt",
      case b.window_ref when 'origin' then 0
        else (select max(s.position) from booking_stop s where s.booking_id = b.id) end as "refPosition",
      b.dispatch ->> 'state' as "progressState", (b.dispatch ->> 'routePosition')::integer as "progressPosition",
      nullif(b.dispatch ->> 'failure', 'null')::json as failure,
      (select json_build_object('text', n.text, 'atMs', floor(extract(epoch from n.created_at) * 1000)::float8)
        from booking_note n where n.booking_id = b.id and n.kind = 'problem'
          and n.stop_id = (b.dispatch ->> 'routeStopId')::uuid
          and n.created_at >= to_timestamp((b.dispatch -> 'events' -> -1 ->> 'triggeredAtMs')::float8 / 1000)
        order by n.created_at desc, n.id desc limit 1) as problem,
      (b.crew ->> 'etaMs')::float8 as "etaMs",
      (b.crew ->> 'positionAtMs')::float8 as "etaReportedMs",
      e.starts_at as "departsAt", json_array_length(b.previous_dispatches) as "crewsLost", k.id as "crewId",
      k.name as "crewName", ${openOffer(now)} as offer
    from watched w join booking b on b.id = w.id join account a on a.id = b.account_id
    left join crew_engagement e on e.booking_id = b.id and e.ended_at is null
    left join crew k on k.id = e.crew_id
    where b.state in ('created', 'dispatched') and b.simulation is null`.execute(db);
  return rows;
}

export interface RefusedPayment {
  readonly id: string;
  readonly bookingId: string;
  readonly hid: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly kind: string;
  readonly amountCents: number;
  readonly refusal: string;
  readonly at: Date;
}

/** Payments whose latest operation was refused since the given time. */
export async function refusedPayments(db: SystemDatabase, since: Date): Promise<RefusedPayment[]> {
  const { rows } = await sql<RefusedPayment>`
    select o.id, o.booking_id as "bookingId", p.booking_hid as hid, o.account_id as "accountId", a.name as "accountName",
      o.kind, o.amount_cents::float8 as "amountCents", o.refusal, o.finished_at as at
    from payment_operation o join payment p on p.booking_id = o.booking_id join account a on a.id = o.account_id
    where o.status = 'refused' and o.finished_at >= ${since}
      and not exists (select from payment_operation l where l.booking_id = o.booking_id and l.number > o.number)
    order by o.finished_at`.execute(db);
  return rows;
}

export interface DeadEndpoint {
  readonly id: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly url: string;
  readonly disabledReason: 'failing' | 'gone' | null;
  readonly since: Date;
  readonly pending: number;
}

/** Endpoints that were disabled because of failures, or that have been failing since before the given time. */
export async function deadEndpoints(db: SystemDatabase, failingBefore: Date): Promise<DeadEndpoint[]> {
  const { rows } = await sql<DeadEndpoint>`
    select w.id, w.account_id as "accountId", a.name as "accountName", split_part(w.url, '?', 1) as url,
      w.disabled_reason as "disabledReason",
      coalesce(w.disabled_at, h.failing_since) as since,
      (select count(*)::int from webhook_task t where t.endpoint_id = w.id) as pending
    from webhook_endpoint w join account a on a.id = w.account_id left join webhook_health h on h.endpoint_id = w.id
    where w.disabled_reason in ('failing', 'gone') or (not w.disabled and h.failing_since < ${failingBefore})
    order by since`.execute(db);
  return rows;
}

export interface PendingBranding {
  readonly accountId: string;
  readonly accountName: string;
  readonly at: Date;
}

/** Brandings that wait for approval, oldest first. */
export async function pendingBrandings(db: SystemDatabase): Promise<PendingBranding[]> {
  const { rows } = await sql<PendingBranding>`
    select a.id as "accountId", a.name as "accountName", b.pending_at as at
    from branding b join account a on a.id = b.account_id
    where b.pending is not null and b.pending_at is not null order by b.pending_at`.execute(db);
  return rows;
}
