// Use cases: an operator resolves or snoozes an exception, or withdraws that decision.
import { recordAudit } from '../../../db/audit-store.ts';
import type { Actor } from '../../../lib/actor.ts';
import { Problem } from '../../../lib/problem.ts';
import type { ConsoleContext } from '../console-context.ts';
import { deleteDecision, writeDecision } from './decision-store.ts';
import type { ExceptionView } from './exception-schemas.ts';
import { deriveExceptions } from './list-exceptions.ts';

export interface DecisionInput {
  readonly key: string;
  readonly reason: string;
  /** Undefined: resolved. Otherwise: snoozed for this many minutes. */
  readonly snoozeMinutes?: number;
}

type DecisionContext = Pick<ConsoleContext, 'system' | 'clock' | 'ids'>;

/** Fails with `not_found` if the exception no longer exists: its cause is gone, so no decision is needed. */
export async function decideException(
  context: DecisionContext,
  { key, reason, snoozeMinutes }: DecisionInput,
  actor: Actor,
): Promise<ExceptionView> {
  const found = (await deriveExceptions(context)).find((candidate) => candidate.key === key);
  if (!found)
    throw Problem.of(
      'not_found',
      'There is no such exception. Its cause may already be gone; reload the list.',
      { param: 'key' },
    );
  const now = context.clock.now();
  const until = snoozeMinutes === undefined ? null : new Date(now.getTime() + snoozeMinutes * 60_000);
  const decision = until === null ? 'resolved' : 'snoozed';
  await context.system.transaction().execute(async (trx) => {
    await writeDecision(trx, {
      key,
      kind: found.kind,
      subject_id: found.booking?.id ?? found.endpoint?.id ?? found.account?.id ?? found.kind,
      decision,
      until,
      reason,
      operatorId: actor.id,
      at: now,
    });
    await recordAudit(trx, context, actor, {
      accountId: null,
      action: `exception.${decision}`,
      subject: { kind: 'exception', id: key },
    });
  });
  return found;
}

export async function reopenException(context: DecisionContext, key: string, actor: Actor): Promise<void> {
  await context.system.transaction().execute(async (trx) => {
    if (!(await deleteDecision(trx, key)))
      throw Problem.of('not_found', 'There is no decision about this exception.', { param: 'key' });
    await recordAudit(trx, context, actor, {
      accountId: null,
      action: 'exception.reopened',
      subject: { kind: 'exception', id: key },
    });
  });
}
