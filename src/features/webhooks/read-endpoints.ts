// Use cases of the portal: list endpoints, read one, and read its chart.
import type { Context } from '../../context.ts';
import type { AccountDatabase } from '../../db/database.ts';
import type { WebhookEndpoint } from '../../domain/webhook/webhook-endpoint.ts';
import {
  countPendingTasks,
  type EndpointHealthRow,
  type HourRow,
  listHealth,
  listHours,
} from './endpoint-activity-store.ts';
import { type ChartRange, chartOf, chartStart, summarizeHours } from './endpoint-chart.ts';
import { listEndpoints } from './endpoint-store.ts';
import { presentEndpoint } from './endpoint-view.ts';
import { loadEndpoint } from './load-endpoint.ts';
import type { EndpointChart, EndpointHealth, PortalEndpoint } from './portal-schemas.ts';

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
    presentPortalEndpoint(endpoint, now, {
      health: health.find(({ endpoint_id }) => endpoint_id === endpoint.id) ?? noHealth,
      pending: waiting.get(endpoint.id) ?? 0,
      hours: hours.filter(({ endpointId }) => endpointId === endpoint.id),
    }),
  );
}

type Health = Omit<EndpointHealthRow, 'endpoint_id'>;

/** Of an endpoint that nothing was sent to. */
const noHealth: Health = {
  last_success_at: null,
  last_failure_at: null,
  failing_since: null,
  circuit_until: null,
};

interface EndpointActivity {
  readonly health: Health;
  readonly pending: number;
  /** Of the last 24 hours. */
  readonly hours: readonly HourRow[];
}

function presentPortalEndpoint(
  endpoint: WebhookEndpoint,
  now: Date,
  { health, pending, hours }: EndpointActivity,
): PortalEndpoint {
  const { last_success_at, last_failure_at, failing_since, circuit_until } = health;
  const { succeeded, failed, p95_ms } = summarizeHours(hours);
  return {
    ...presentEndpoint(endpoint),
    disabled_at: endpoint.disabledAt,
    held: endpoint.isHeld,
    health: healthOf(endpoint, health, now),
    failing_since,
    paused_until: circuit_until && circuit_until > now ? circuit_until : null,
    last_success_at,
    last_failure_at,
    pending,
    day: { succeeded, failed, p95_ms },
    hours: chartOf('day', now, hours).points.map((point) => ({
      succeeded: point.succeeded,
      failed: point.failed,
    })),
  };
}

type EndpointState = Health & Pick<WebhookEndpoint, 'disabledReason'>;

const fromWorst: readonly EndpointHealth[] = ['disabled', 'failing', 'paused', 'healthy', 'new'];

/** Endpoints that the partner disabled count only if there are no others. null: no endpoints. */
export function worstHealth(endpoints: readonly EndpointState[], now: Date): EndpointHealth | null {
  const enabled = endpoints.filter(({ disabledReason }) => disabledReason !== 'manual');
  const found = (enabled.length > 0 ? enabled : endpoints).map((each) => healthOf(each, each, now));
  return fromWorst.find((health) => found.includes(health)) ?? null;
}

function healthOf(
  { disabledReason }: Pick<WebhookEndpoint, 'disabledReason'>,
  health: Health,
  now: Date,
): EndpointHealth {
  const { last_success_at, last_failure_at, failing_since, circuit_until } = health;
  if (disabledReason !== null) return 'disabled';
  if (!last_success_at && !last_failure_at) return 'new';
  if (circuit_until && circuit_until > now) return 'paused';
  // If only manual resends were attempted and all failed, `last_failure_at` is set while `failing_since` is not.
  return failing_since || !last_success_at ? 'failing' : 'healthy';
}
