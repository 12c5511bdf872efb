// Use case: an operator sets the message limits of an account.
import type { Context } from '../../../context.ts';
import { recordAudit } from '../../../db/audit-store.ts';
import type { SystemDatabase } from '../../../db/system-database.ts';
import { LIMIT_NAMES, type OwnMessageLimits } from '../../../domain/notification/message-limits.ts';
import type { Actor } from '../../../lib/actor.ts';
import { findOwnLimits, lockOwnLimits, saveOwnLimits } from './message-limit-store.ts';

/** Omitted limits keep their values; null restores the default. */
export type LimitChange = {
  readonly [Channel in keyof OwnMessageLimits]?: Partial<OwnMessageLimits[Channel]>;
};

/** An update that changes nothing leaves no audit entry. */
export async function setMessageLimits(
  { system, clock, ids }: Pick<Context, 'clock' | 'ids'> & { readonly system: SystemDatabase },
  accountId: string,
  change: LimitChange,
  actor: Actor,
): Promise<void> {
  await system.transaction().execute(async (trx) => {
    await lockOwnLimits(trx, accountId);
    const before = await findOwnLimits(trx, accountId);
    const after = { sms: { ...before.sms, ...change.sms }, email: { ...before.email, ...change.email } };
    const changed = (['sms', 'email'] as const).flatMap((channel) =>
      LIMIT_NAMES.filter((name) => after[channel][name] !== before[channel][name]).map(
        (name) => `${channel}.${name}`,
      ),
    );
    if (changed.length === 0) return;
    await saveOwnLimits(trx, accountId, after, clock.now());
    await recordAudit(trx, { ids, clock }, actor, {
      accountId,
      action: 'message_limits.updated',
      subject: { kind: 'account', id: accountId },
      changed,
    });
  });
}
