// The first administrator of an environment: a one-time link instead of a password that is stored or printed. The link
// is an invitation as administrator; it exists only while no administrator can sign in.
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { Actor } from '../../../lib/actor.ts';
import { Problem } from '../../../lib/problem.ts';
import { inTransaction } from './admin-context.ts';
import { emailTaken } from './create-operator.ts';
import { type CreatedLink, createOperatorLink, type LinkContext } from './operator-link.ts';
import { operatorLinks, withdrawSetUpLinks } from './operator-link-store.ts';
import { findAdministrator, isOperatorEmailTaken, lockAdministrators } from './operator-store.ts';

/** Shown on the page of the link, where invitations name the operator who sent them. */
const creator = 'The set-up of Waybill';
/** Shorter than an invitation: the link is printed to the terminal or the log of the first start. */
const lifetimeSeconds = 24 * 3_600;

/** Replaces an open set-up link. */
export async function createSetUpLink(
  context: LinkContext,
  email: string,
  actor: Actor,
): Promise<CreatedLink> {
  return inTransaction(context.system, async (trx) => {
    await lockAdministrators(trx);
    const administrator = await findAdministrator(trx);
    if (administrator)
      throw Problem.of(
        'invalid_request',
        `${administrator.email} is already an administrator. For a new password, run "waybill operators reset ${administrator.email}"; ` +
          'for another operator, run "waybill operators invite".',
      );
    return create({ ...context, system: trx }, email, actor);
  });
}

/**
 * `open`: an earlier link still works. `address_taken`: an operator who is no administrator, or is disabled, has the address.
 * null: an administrator can sign in.
 */
export type OfferedSetUp = CreatedLink | 'open' | 'address_taken' | null;

/** At a start. */
export async function offerSetUpLink(
  context: LinkContext,
  email: string,
  actor: Actor,
): Promise<OfferedSetUp> {
  return inTransaction(context.system, async (trx) => {
    await lockAdministrators(trx);
    if (await findAdministrator(trx)) return null;
    const [open] = await operatorLinks.listOpen(trx, context.clock.now(), { is_set_up: true });
    // A link to an address that an operator has got meanwhile cannot be accepted.
    if (open && !(await isOperatorEmailTaken(trx, open.email))) return 'open';
    if (await isOperatorEmailTaken(trx, email)) return 'address_taken';
    return create({ ...context, system: trx }, email, actor);
  });
}

async function create(
  context: LinkContext & { readonly system: SystemDatabase },
  email: string,
  actor: Actor,
): Promise<CreatedLink> {
  const { system } = context;
  if (await isOperatorEmailTaken(system, email)) throw emailTaken(email);
  await withdrawSetUpLinks(system);
  const created = await createOperatorLink(
    // The operator who runs the command reads the link; its address is not confirmed yet.
    { ...context, isMailEnabled: false },
    {
      purpose: 'invitation',
      email,
      role: 'admin',
      operatorId: null,
      createdBy: creator,
      isSetUp: true,
      lifetimeSeconds,
    },
  );
  const subject = { kind: 'operator_invitation', id: created.link.id };
  await context.security.record(system, { event: 'operator.invited', actor, accountId: null, subject });
  return created;
}
