// Use case: requests a recovery, which re-sends everything that an endpoint missed since a time: failed or discarded
// deliveries, and events that occurred while it was disabled. This writes the request; the recovery worker carries it
// out.
import type { Context } from '../../context.ts';
import { recordAudit } from '../../db/audit-store.ts';
import type { WakeUps } from '../../jobs/wake-ups.ts';
import type { AccountActor } from '../../lib/actor.ts';
import { Problem } from '../../lib/problem.ts';
import { loadEndpoint, loadEndpointForUpdate, requireEnabled } from './load-endpoint.ts';
import type { PortalChangeNotifier } from './portal-change-notifier.ts';
import type { Recovery, RecoveryPreview } from './portal-schemas.ts';
import { countRecoverable, insertRecovery, listRecoveries } from './recovery-request-store.ts';

export interface RecoveryContext extends Pick<Context, 'db' | 'clock' | 'ids'> {
  readonly retentionDays: number;
  readonly wakeUps: Pick<WakeUps, 'tell'>;
  readonly changes: Pick<PortalChangeNotifier, 'announce'>;
}

const maxRecoveriesListed = 50;

export async function previewRecovery(
  context: RecoveryContext,
  accountId: string,
  endpointId: string,
  since: Date,
): Promise<RecoveryPreview> {
  const db = context.db.forAccount(accountId);
  const endpoint = await loadEndpoint(db, accountId, endpointId);
  requireWithinRetention(context, since);
  return countRecoverable(db, endpoint, { since, until: context.clock.now() });
}

export async function recoverEndpoint(
  context: RecoveryContext,
  actor: AccountActor,
  endpointId: string,
  since: Date,
): Promise<Recovery> {
  const { accountId } = actor;
  const recovery = await context.db
    .forAccount(accountId)
    .transaction()
    .execute(async (trx) => {
      const endpoint = await loadEndpointForUpdate(trx, accountId, endpointId);
      requireWithinRetention(context, since);
      requireEnabled(endpoint);
      const [latest] = await listRecoveries(trx, accountId, endpointId, 1);
      if (latest && !latest.finished_at) {
        throw Problem.of(
          'recovery_running',
          'A recovery of this endpoint is already running. Wait until it has finished.',
        );
      }
      const started = { id: context.ids.next(), since, now: context.clock.now() };
      await recordAudit(trx, context, actor, {
        accountId,
        action: 'webhook_endpoint.recovery_started',
        subject: { kind: 'webhook_endpoint', id: endpointId },
      });
      return insertRecovery(trx, endpoint, started);
    });
  context.wakeUps.tell('tasks');
  context.changes.announce({ account_id: accountId, endpoint_id: endpointId, kind: 'recovery' });
  return recovery;
}

export async function readRecoveries(
  { db }: Pick<Context, 'db'>,
  accountId: string,
  endpointId: string,
): Promise<Recovery[]> {
  const accountDb = db.forAccount(accountId);
  await loadEndpoint(accountDb, accountId, endpointId);
  return listRecoveries(accountDb, accountId, endpointId, maxRecoveriesListed);
}

function requireWithinRetention({ clock, retentionDays }: RecoveryContext, since: Date): void {
  const now = clock.now();
  const oldest = new Date(now.getTime() - retentionDays * 86_400_000);
  if (since >= oldest && since <= now) return;
  throw Problem.of('invalid_parameter', `since must lie within the last ${retentionDays} days.`, {
    param: 'since',
  });
}
