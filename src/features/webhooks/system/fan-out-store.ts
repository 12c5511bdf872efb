// Fan-out: matches new events with the subscribed endpoints, in the statement that assigns the feed positions. What a
// healthy endpoint can take now is handed off to this process, in one row per batch. For everything else it writes one
// delivery and one task for each pair of event and endpoint.
import { sql } from 'kysely';
import type { PositionEffects } from '../../../jobs/relay-store.ts';
import { matchesSubscriptionOf } from '../event-matching-store.ts';
import { hasUnclaimedTasks, leaseEnd, signingSecrets } from './claim-store.ts';
import { numberedId } from './numbered-id-store.ts';

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
  /** Number of endpoints in the hand-off. */
  readonly endpoints: number;
  /** End of the lease of the hand-off; null if nothing is handed off. */
  readonly leasedUntil: string | null;
  /** Endpoints for which tasks were queued. */
  readonly queued: readonly Receiver[] | null;
}

export interface Receiver {
  readonly accountId: string;
  readonly endpointId: string;
}

/** The deliveries of one endpoint. */
export interface HandedOffReceiver extends Receiver {
  readonly url: string;
  readonly secrets: string;
  /** Place of the endpoint in the hand-off, from 1. */
  readonly place: number;
  /** Places of the events in the batch, from 1, in their order. */
  readonly eventPlaces: readonly number[];
}

/** The endpoint that a `webhook_endpoint.*` event is about. */
const isSubscribed = matchesSubscriptionOf(sql`e.payload #>> '{data,webhook_endpoint,id}'`);

/** A scalar subquery: as a join, PostgreSQL may read the health of all endpoints. */
const isFailing = sql`(
  select h.failures_in_a_row > 0 or h.circuit_until is not null from webhook_health h
  where h.endpoint_id = w.endpoint_id) is true`;

/**
 * A key-share lock on the endpoint rows: disabling or deleting an endpoint takes a conflicting lock, so nothing is
 * queued or handed off for a disabled or deleted endpoint.
 *
 * Nothing is handed off to an endpoint whose last attempt failed, whose first attempts wait to be claimed, or for which
 * it is a test. So events of one booking keep their order, and a failing endpoint gets what its circuit breaker allows.
 */
export function fanOutEffects({ id, limits, now }: FanOutParameters): PositionEffects {
  const limit = sql`(${limits.counts}::int[])[array_position(${limits.endpointIds}::uuid[], w.endpoint_id)]`;
  const pairNumber = sql`(e.number::int - 1) * (select count(*)::int from receiver) + w.place`;
  return {
    tables: sql`
      receiver as materialized (
        select w.*, row_number() over ()::int as place,
          case when ${isFailing} then 0
            when ${hasUnclaimedTasks(sql`w.endpoint_id`, 1, now)} then 0
            else coalesce(${limit}, ${limits.total}) end as open_slots
        from (select distinct account_id from positioned) a cross join lateral (
          select id as endpoint_id, account_id, events, url from webhook_endpoint
          where account_id = a.account_id and not disabled for key share) w
      ), matched as materialized (
        select w.*, array(
          select e.number::int from positioned e
          where e.account_id = w.account_id and e.endpoint_id is null and ${isSubscribed} order by e.number) as events_for
        from receiver w
      ), target as materialized (
        select *, events_for[:slots] as handed_off, events_for[slots + 1:] as queued
        from (select *, least(open_slots, greatest(0, ${limits.total} - (place - 1) * (select count(*) from positioned)))
          as slots from matched) m
      ), handoff as (
        insert into webhook_handoff (id, leased_until, created_at, event_ids, endpoint_ids, pairs)
        select ${id}, ${leaseEnd}, ${now}, array(select id from positioned order by number),
          array(select endpoint_id from receiver order by place),
          array(select (event_place - 1) * (select count(*)::int from receiver) + place
            from target cross join lateral unnest(handed_off) as event_place)
        where exists (select from target where handed_off <> '{}')
        returning leased_until
      ), queued as materialized (
        select e.id as event_id, e.account_id, e.booking_id, e.type, w.endpoint_id,
          case when e.endpoint_id is null then 'event' else 'test' end as trigger, ${pairNumber} as number,
          ${numberedId(sql`${id}::text`, pairNumber)} as delivery_id
        from positioned e join target w on w.account_id = e.account_id
        where case when e.endpoint_id is null then e.number = any(w.queued) else e.endpoint_id = w.endpoint_id end
      ), delivery as (
        insert into webhook_delivery (id, account_id, endpoint_id, event_id, event_type, booking_id, status, attempts,
          created_at, next_attempt_at)
        select delivery_id, account_id, endpoint_id, event_id, type, booking_id, 'pending', 0, ${now}, ${now}
        from queued order by number
      ), task as (
        insert into webhook_task (account_id, endpoint_id, delivery_id, event_id, booking_id, trigger, tries, due_at)
        select account_id, endpoint_id, delivery_id, event_id, booking_id, trigger, 0, ${now}
        from queued order by number
      )`,
    report: sql`json_build_object(
      'leasedUntil', (select leased_until::text from handoff), 'endpoints', (select count(*) from receiver),
      'handedOff', (select json_agg(json_build_object('accountId', account_id, 'endpointId', endpoint_id, 'url', url,
        'secrets', coalesce(${signingSecrets(sql`target.endpoint_id`)}, '[]'), 'place', place,
        'eventPlaces', handed_off)) from target where handed_off <> '{}'),
      'queued', (select json_agg(json_build_object('accountId', account_id, 'endpointId', endpoint_id))
        from (select distinct account_id, endpoint_id from queued) q))::text`,
  };
}
