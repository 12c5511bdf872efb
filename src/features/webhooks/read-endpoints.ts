// Use cases of the portal: list endpoints, read one, and read its chart.
import type { Context } from '../../context.ts';
import type { AccountDatabase } from '../../db/database.ts';
import type { WebhookEndpoint } from '../../domain/webhook/webhook-endpoint.ts';
import { countPendingTasks, listHealth, listHours } from './endpoint-activity-store.ts';
import { type ChartRange, chartOf, chartStart } from './endpoint-chart.ts';
import { listEndpoints } from './endpoint-store.ts';
import { loadEndpoint } from './load-endpoint.ts';
import { presentPortalEndpoint } from './portal-endpoint-view.ts';
import type { EndpointChart, PortalEndpoint } from './portal-schemas.ts';

type ReadContext = Pick<Context, 'db' | 'clock'>;

/** Upper bound of the count of pending tasks; the exact number beyond it does not matter to the reader. */
const maxPendingCounted = 10_000;

export async function readEndpoints(
  { db, clock }: ReadContext,
  accountId: string,
): Promise<PortalEndpoint[]> {
  const accountDb = db.forAccount(accountId);
  return withActivity(accountDb, accountId, await listEndpoints(accountDb, accountId), clock.now());
}

export async function readEndpoint(
  { db, clock }: ReadContext,
  accountId: string,
  id: string,
): Promise<PortalEndpoint> {
  const accountDb = db.forAccount(accountId);
  const endpoint = await loadEndpoint(accountDb, accountId, id);
  const [view] = await withActivity(accountDb, accountId, [endpoint], clock.now());
  if (!view) throw new Error('endpoint view is missing');
  return view;
}

export async function readChart(
  { db, clock }: ReadContext,
  accountId: string,
  id: string,
  range: ChartRange,
): Promise<EndpointChart> {
  const accountDb = db.forAccount(accountId);
  const now = clock.now();
  await loadEndpoint(accountDb, accountId, id);
  return chartOf(range, now, await listHours(accountDb, accountId, [id], chartStart(range, now)));
}

async function withActivity(
  db: AccountDatabase,
  accountId: string,
  endpoints: readonly WebhookEndpoint[],
  now: Date,
): Promise<PortalEndpoint[]> {
  const ids = endpoints.map(({ id }) => id);
  const [health, waiting, hours] = await Promise.all([
    listHealth(db, accountId, ids),
    countPendingTasks(db, accountId, ids, maxPendingCounted),
    listHours(db, accountId, ids, chartStart('day', now)),
  ]);
  return endpoints.map((endpoint) =>
    presentPortalEndpoint(
      endpoint,
      {
        health: health.find(({ endpointId }) => endpointId === endpoint.id),
        waiting: waiting.get(endpoint.id) ?? 0,
        hours: hours.filter(({ endpointId }) => endpointId === endpoint.id),
      },
      now,
    ),
  );
}
