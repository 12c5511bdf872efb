// Invites an operator by a one-time link: the invited person enters a name and chooses a password.
import type { OperatorRole } from '../../../domain/account/operator-role.ts';
import type { Actor } from '../../../lib/actor.ts';
import { hashToken } from '../../../lib/opaque-token.ts';
import { Problem } from '../../../lib/problem.ts';
import { hashNewPassword } from '../new-password.ts';
import { inTransaction } from './admin-context.ts';
import { emailTaken } from './create-operator.ts';
import { operatorEvent } from './operator-event.ts';
import { type CreatedLink, createOperatorLink, type LinkContext, linkExpired } from './operator-link.ts';
import { operatorLinks, withdrawSetUpLinks } from './operator-link-store.ts';
import { insertOperator, isOperatorEmailTaken, type OperatorCredentials } from './operator-store.ts';

export interface NewInvitation {
  readonly email: string;
  readonly role: OperatorRole;
  /** Display name of the inviting operator, as the invitation mail shows it. */
  readonly invitedBy: string;
}

/** Replaces an open invitation to the same address. */
export async function inviteOperator(
  context: LinkContext,
  { email, role, invitedBy }: NewInvitation,
  actor: Actor,
): Promise<CreatedLink> {
  if (await isOperatorEmailTaken(context.system, email)) throw emailTaken(email);
  return inTransaction(context.system, async (trx) => {
    const input = { purpose: 'invitation', email, role, operatorId: null, createdBy: invitedBy } as const;
    const created = await createOperatorLink({ ...context, system: trx }, input);
    const subject = { kind: 'operator_invitation', id: created.link.id };
    await context.security.record(trx, { event: 'operator.invited', actor, accountId: null, subject });
    return created;
  });
}

export async function withdrawInvitation(
  context: Pick<LinkContext, 'system' | 'security'>,
  id: string,
  actor: Actor,
): Promise<void> {
  await inTransaction(context.system, async (trx) => {
    if (!(await operatorLinks.withdraw(trx, { id, purpose: 'invitation' })))
      throw Problem.of('not_found', 'No open invitation has this id.');
    const subject = { kind: 'operator_invitation', id };
    const event = 'operator.invitation_withdrawn';
    await context.security.record(trx, { event, actor, accountId: null, subject });
  });
}

export interface Acceptance {
  readonly token: string;
  readonly name: string;
  readonly password: string;
  readonly requestId: string;
  readonly address: string;
}

/**
 * Consumes the link: of two concurrent requests with one token, one succeeds. `signIn` runs in the same transaction, so
 * that the link stays usable if it fails.
 */
export async function acceptInvitation<Session>(
  context: Pick<LinkContext, 'system' | 'clock' | 'ids' | 'security'>,
  { token, name, password, requestId, address }: Acceptance,
  signIn: (trx: LinkContext['system'], operator: OperatorCredentials) => Promise<Session>,
): Promise<Session> {
  const { system, clock, ids, security } = context;
  const now = clock.now();
  // Read without a lock: the check and the hash take long. The transaction below decides whether the link still works.
  const [open] = await operatorLinks.listOpen(system, now, {
    token_hash: hashToken(token),
    purpose: 'invitation',
  });
  if (!open) throw linkExpired();
  const passwordHash = await hashNewPassword(password, [open.email, name]);
  return inTransaction(system, async (trx) => {
    const link = await operatorLinks.consume(trx, token, now, { purpose: 'invitation' });
    if (!link?.role) throw linkExpired();
    const { email, role } = link;
    // The address may have been registered by `waybill operators create` since the invitation.
    if (await isOperatorEmailTaken(trx, email)) throw linkExpired();
    const id = ids.next();
    await insertOperator(trx, { id, email, name, role, passwordHash, createdAt: now });
    if (role === 'admin') await withdrawSetUpLinks(trx);
    const actor = { kind: 'operator', id, requestId, address } as const;
    await security.record(trx, operatorEvent('operator.invitation_accepted', actor, id));
    return signIn(trx, { id, passwordHash });
  });
}
