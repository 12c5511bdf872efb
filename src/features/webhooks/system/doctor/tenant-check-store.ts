// Doctor check of tenancy: every webhook row belongs to the same account as its parent row.
import { type RawBuilder, sql } from 'kysely';
import type { SqlCheck } from '../../../../db/doctor/sql-check.ts';

interface ParentRelation {
  readonly child: string;
  readonly parent: string;
  readonly on: RawBuilder<unknown>;
  /** SQL that identifies a row of the child; default: its id. */
  readonly id?: RawBuilder<unknown>;
}

const ofEndpoint = sql`p.id = c.endpoint_id`;
const ofDelivery = sql`p.id = c.delivery_id`;
const ofEvent = sql`p.id = c.event_id`;
const byEndpoint = sql`c.endpoint_id::text`;

const relations: readonly ParentRelation[] = [
  { child: 'event', parent: 'webhook_endpoint', on: ofEndpoint },
  { child: 'webhook_secret', parent: 'webhook_endpoint', on: ofEndpoint },
  { child: 'webhook_health', parent: 'webhook_endpoint', on: ofEndpoint, id: byEndpoint },
  { child: 'webhook_hour', parent: 'webhook_endpoint', on: ofEndpoint, id: byEndpoint },
  { child: 'webhook_recovery', parent: 'webhook_endpoint', on: ofEndpoint },
  { child: 'webhook_delivery', parent: 'webhook_endpoint', on: ofEndpoint },
  { child: 'webhook_delivery', parent: 'event', on: ofEvent },
  { child: 'webhook_task', parent: 'webhook_endpoint', on: ofEndpoint },
  { child: 'webhook_task', parent: 'webhook_delivery', on: ofDelivery },
  { child: 'webhook_task', parent: 'event', on: ofEvent },
  { child: 'webhook_attempt', parent: 'webhook_endpoint', on: ofEndpoint },
  { child: 'webhook_attempt', parent: 'webhook_delivery', on: ofDelivery },
];

const accountMismatches = relations.map(
  ({ child, parent, on, id = sql`c.id::text` }) => sql`
    select ${sql.lit(child)} as table_name, ${id} as id, c.account_id,
      format('its %s row belongs to account %s', ${sql.lit(parent)}::text, p.account_id) as message
    from ${sql.table(child)} c join ${sql.table(parent)} p on ${on}
    where c.account_id is distinct from p.account_id`,
);

/** A task or attempt must have the same endpoint and event as its delivery. */
const deliveryMismatches = sql`
  select 'webhook_task', t.id::text, t.account_id, format('is for another endpoint or event than its delivery %s', d.id)
  from webhook_task t join webhook_delivery d on d.id = t.delivery_id
  where (t.endpoint_id, t.event_id) is distinct from (d.endpoint_id, d.event_id)
  union all
  select 'webhook_attempt', a.id::text, a.account_id, format('is for another endpoint than its delivery %s', d.id)
  from webhook_attempt a join webhook_delivery d on d.id = a.delivery_id where a.endpoint_id <> d.endpoint_id`;

/** An event may be handed off only for endpoints of its own account. */
const handOffMismatches = sql`
  select 'webhook_handoff', h.id::text, e.account_id,
    format('hands event %s off for endpoint %s of account %s', e.id, w.id, w.account_id)
  from webhook_handoff h cross join lateral handoff_pairs(h) p
  join event e on e.id = p.event_id join webhook_endpoint w on w.id = p.endpoint_id
  where e.account_id <> w.account_id`;

const tables = [...new Set(relations.map(({ child }) => child)), 'webhook_handoff'];
const counts = tables.map((table) => sql`(select count(*) from ${sql.table(table)})`);

export const webhookAccounts: SqlCheck = {
  name: 'webhooks: every row has the account of its parent',
  checked: sql`select ${sql.join(counts, sql` + `)}`,
  broken: sql.join([...accountMismatches, deliveryMismatches, handOffMismatches], sql` union all `),
};
