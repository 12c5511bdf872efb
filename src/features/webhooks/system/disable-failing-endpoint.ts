// Warns about endpoints that keep failing, and disables those that failed for days or responded with status 410 (Gone).
import type { Context } from '../../../context.ts';
import { recordAudit } from '../../../db/audit-store.ts';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { DisabledReason } from '../../../domain/webhook/webhook-delivery.ts';
import { decideDisabling } from '../../../domain/webhook/webhook-disable-policy.ts';
import { recordEvents } from '../../../jobs/outbox.ts';
import { discardEndpointDeliveries } from '../discard-store.ts';
import { endpointEvent } from '../endpoint-event-view.ts';
import type { WrittenHealth } from './endpoint-statistics-store.ts';
import { disableRow, markWarned, requireSynchronousCommit } from './failing-endpoint-store.ts';

export interface EndpointHealthContext extends Pick<Context, 'clock' | 'ids' | 'environment' | 'log'> {
  readonly engine: SystemDatabase;
}

/** Evaluates the health of an endpoint after a failure. Returns whether it warned about or disabled the endpoint. */
export async function evaluateEndpointHealth(
  context: EndpointHealthContext,
  health: WrittenHealth,
): Promise<boolean> {
  const verdict = decideDisabling(
    {
      failingSinceMs: health.failingSince?.getTime() ?? null,
      failuresInARow: health.failuresInARow,
      warnedDays: health.warnedDays,
    },
    context.clock.now().getTime(),
  );
  if (verdict === null) return false;
  return verdict.kind === 'warn'
    ? warn(context, health, verdict.days)
    : disable(context, health.endpointId, 'failing', health.failingSince);
}

async function warn(context: EndpointHealthContext, health: WrittenHealth, days: number): Promise<boolean> {
  const { engine, clock, ids, environment } = context;
  const endpoint = await engine.transaction().execute(async (trx) => {
    await requireSynchronousCommit(trx);
    const warned = await markWarned(trx, health.endpointId, days);
    if (!warned) return null;
    const event = endpointEvent('webhook_endpoint.failing', {
      id: ids.next(),
      environment: environment.name,
      endpoint: warned,
      failingSince: health.failingSince,
      occurredAt: clock.now(),
    });
    await recordEvents(trx, [event]);
    return warned;
  });
  if (endpoint) context.log.warn({ endpoint: endpoint.id, days }, 'webhook endpoint keeps failing');
  return endpoint !== null;
}

/** Also called directly for an endpoint that responded with status 410. */
export async function disable(
  context: EndpointHealthContext,
  endpointId: string,
  reason: Exclude<DisabledReason, 'manual'>,
  failingSince: Date | null,
): Promise<boolean> {
  const { engine, clock, ids, environment } = context;
  const now = clock.now();
  const endpoint = await engine.transaction().execute(async (trx) => {
    await requireSynchronousCommit(trx);
    const disabled = await disableRow(trx, endpointId, reason, now);
    if (!disabled) return null;
    await discardEndpointDeliveries(trx, endpointId, 'endpoint_disabled', now);
    const event = endpointEvent('webhook_endpoint.disabled', {
      id: ids.next(),
      environment: environment.name,
      endpoint: disabled,
      failingSince,
      occurredAt: now,
    });
    await recordEvents(trx, [event]);
    const actor = { kind: 'system', id: 'webhooks', requestId: `webhooks-${reason}` } as const;
    await recordAudit(trx, context, actor, {
      accountId: disabled.accountId,
      action: 'webhook_endpoint.disabled',
      subject: { kind: 'webhook_endpoint', id: endpointId },
      changed: ['disabled'],
    });
    return disabled;
  });
  if (endpoint) context.log.warn({ endpoint: endpoint.id, reason }, 'webhook endpoint disabled');
  return endpoint !== null;
}
