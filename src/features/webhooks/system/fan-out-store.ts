// Fan-out: matches new events with the subscribed endpoints, in the statement that assigns the feed positions. What a
// healthy endpoint can take now is handed off to this process, in one row per batch. For everything else it writes one
// delivery and one task for each pair of event and endpoint.
import { type RawBuilder, sql } from 'kysely';
import type { PositionEffects } from '../../../jobs/relay-store.ts';
import { matchesSubscriptionOf } from '../event-matching-store.ts';
import { hasUnclaimedTasks, leaseEnd, signingSecrets } from './claim-store.ts';

/**
 * Derives an id from a UUIDv7 template by replacing 20 random bits after its time with a number. The ids sort by
 * number. Cheaper than generating random ids: that would cost PostgreSQL more than inserting the row.
 */
export function numberedId(template: string, number: RawBuilder<unknown>): RawBuilder<string> {
  const [head, middle, tail] = [template.slice(0, 13), template.slice(18, 24), template.slice(26)];
  return sql`(${head}::text || '-7' || lpad(to_hex(((${number}) >> 8) & 4095), 3, '0') || ${middle}::text
    || lpad(to_hex((${number}) & 255), 2, '0') || ${tail}::text)::uuid`;
}

/** How many deliveries this process can take. */
export interface HandOffLimits {
  readonly total: number;
  /** Limits of single endpoints; the others have none. */
  readonly endpointIds: readonly string[];
  readonly counts: readonly number[];
}

export interface FanOutParameters {
  /** A UUIDv7 that is unique to this call: the id of the hand-off, and the template of the delivery ids. */
  readonly id: string;
  readonly limits: HandOffLimits;
  readonly now: Date;
}

export interface FanOutReport {
  readonly handedOff: readonly HandedOffReceiver[] | null;
  /** End of the lease of the hand-off; null if nothing is handed off. */
  readonly leasedUntil: string | null;
  /** Endpoints for which tasks were queued. */
  readonly queued: readonly Receiver[] | null;
}

export interface Receiver {
  readonly accountId: string;
  readonly endpointId: string;
}

/** The deliveries of one endpoint: parallel lists as comma-separated text, in the order of the events. */
export interface HandedOffReceiver extends Receiver {
  readonly url: string;
  readonly secrets: string;
  readonly deliveryIds: string;
  /** Numbers of the events in the batch, from 1. */
  readonly eventNumbers: string;
}

/** The endpoint that a `webhook_endpoint.*` event is about. */
const isSubscribed = matchesSubscriptionOf(sql`e.payload #>> '{data,webhook_endpoint,id}'`);

/**
 * A key-share lock on the endpoint rows: disabling or deleting an endpoint takes a conflicting lock, so nothing is
 * queued or handed off for a disabled or deleted endpoint.
 *
 * Nothing is handed off to an endpoint whose last attempt failed, whose first attempts wait to be claimed, or for which
 * it is a test. So events of one booking keep their order, and a failing endpoint gets what its circuit breaker allows.
 */
export function fanOutEffects({ id, limits, now }: FanOutParameters): PositionEffects {
  const limit = sql`(${limits.counts}::int[])[array_position(${limits.endpointIds}::uuid[], w.endpoint_id)]`;
  return {
    tables: sql`
      receiver as materialized (
        select w.*, case when h.failures_in_a_row > 0 or h.circuit_until is not null then 0
            when ${hasUnclaimedTasks(sql`w.endpoint_id`, 1, now)} then 0
            else coalesce(${limit}, ${limits.total}) end as open_slots
        from (select distinct account_id from positioned) a cross join lateral (
          select id as endpoint_id, account_id, events, url from webhook_endpoint
          where account_id = a.account_id and not disabled for key share) w
        left join webhook_health h on h.endpoint_id = w.endpoint_id
      ), matched as materialized (
        select e.id as event_id, e.number as event_number, e.account_id, e.booking_id, e.type, w.endpoint_id, w.url,
          case when e.endpoint_id is null then 'event' else 'test' end as trigger, w.open_slots,
          row_number() over (partition by w.endpoint_id order by e.number) as turn,
          row_number() over (order by e.number, w.endpoint_id) as number
        from positioned e join receiver w on w.account_id = e.account_id
        where case when e.endpoint_id is null then ${isSubscribed} else w.endpoint_id = e.endpoint_id end
      ), pair as materialized (
        select *, ${numberedId(id, sql`number`)} as delivery_id,
          turn <= open_slots and number <= ${limits.total} and trigger = 'event' as is_handed_off
        from matched
      ), handoff as (
        insert into webhook_handoff (id, leased_until, created_at, delivery_ids, event_ids, endpoint_ids)
        select ${id}, ${leaseEnd}, ${now}, array_agg(delivery_id order by number), array_agg(event_id order by number),
          array_agg(endpoint_id order by number)
        from pair where is_handed_off having count(*) > 0
        returning leased_until
      ), delivery as (
        insert into webhook_delivery (id, account_id, endpoint_id, event_id, event_type, booking_id, status, attempts,
          created_at, next_attempt_at)
        select delivery_id, account_id, endpoint_id, event_id, type, booking_id, 'pending', 0, ${now}, ${now}
        from pair where not is_handed_off order by number
      ), task as (
        insert into webhook_task (account_id, endpoint_id, delivery_id, event_id, booking_id, trigger, tries, due_at)
        select account_id, endpoint_id, delivery_id, event_id, booking_id, trigger, 0, ${now}
        from pair where not is_handed_off order by number
      ), target as (
        select account_id, endpoint_id, url, string_agg(delivery_id::text, ',' order by number) as delivery_ids,
          string_agg(event_number::text, ',' order by number) as event_numbers
        from pair where is_handed_off group by account_id, endpoint_id, url
      )`,
    report: sql`json_build_object(
      'leasedUntil', (select leased_until::text from handoff),
      'handedOff', (select json_agg(json_build_object('accountId', account_id, 'endpointId', endpoint_id, 'url', url,
        'secrets', coalesce(${signingSecrets(sql`target.endpoint_id`)}, '[]'), 'deliveryIds', delivery_ids,
        'eventNumbers', event_numbers)) from target),
      'queued', (select json_agg(json_build_object('accountId', account_id, 'endpointId', endpoint_id))
        from (select distinct account_id, endpoint_id from pair where not is_handed_off) q))::text`,
  };
}
