// Use cases of the partner: upload a logo, submit a branding for approval, withdraw it, return to the default. Customers see
// a branding after an operator has approved it (decision 0090).
import type { Context } from '../../context.ts';
import { recordAudit } from '../../db/audit-store.ts';
import type { AccountTransaction } from '../../db/database.ts';
import { requireAccountName } from '../../domain/account/account-name.ts';
import { type Branding, type BrandLogo, isDefaultBranding } from '../../domain/account/branding.ts';
import type { AccountActor } from '../../lib/actor.ts';
import { Problem } from '../../lib/problem.ts';
import { type BrandingRecord, findBranding, findLogo, insertLogo, saveBranding } from './branding-store.ts';
import { deleteUnusedLogos, lockBranding } from './branding-upkeep-store.ts';
import { prepareLogo } from './prepare-logo.ts';

type BrandingContext = Pick<Context, 'db' | 'clock' | 'ids'>;

export async function uploadLogo(
  { db, clock }: BrandingContext,
  { accountId }: AccountActor,
  bytes: Buffer,
): Promise<BrandLogo> {
  const prepared = await prepareLogo(bytes);
  if (!prepared.ok) throw Problem.of('invalid_parameter', `logo ${prepared.faults[0]}.`, { param: 'logo' });
  await db
    .forAccount(accountId)
    .transaction()
    .execute(async (trx) => {
      await lockBranding(trx, accountId);
      await insertLogo(trx, accountId, prepared.value, clock.now());
      await deleteUnusedLogos(trx, accountId, await findBranding(trx, accountId));
    });
  const { digest, width, height } = prepared.value;
  return { digest, width, height };
}

export interface SubmittedBranding extends Omit<Branding, 'logo'> {
  /** Digest of an uploaded logo. */
  readonly logo: string | null;
}

export function submitBranding(
  context: BrandingContext,
  actor: AccountActor,
  { logo: digest, ...submitted }: SubmittedBranding,
  revision: number,
): Promise<BrandingRecord> {
  if (submitted.senderName !== null) requireAccountName(submitted.senderName, 'sender_name');
  return change(context, actor, revision, 'branding.submitted', async (before, trx) => {
    const logo = digest === null ? null : await findLogo(trx, actor.accountId, digest);
    if (logo === undefined)
      throw Problem.of('invalid_parameter', 'logo must be the id of an uploaded logo. Upload it again.', {
        param: 'logo',
      });
    const pending: Branding = { ...submitted, logo };
    if (isDefaultBranding(pending))
      throw Problem.of('invalid_parameter', 'Set at least one field, or return to the default.');
    return {
      ...before,
      pending,
      pendingAt: context.clock.now(),
      rejected: null,
      rejectionReason: null,
    };
  });
}

/** Removes the document that waits for approval, or the rejected one. */
export function withdrawBranding(
  context: BrandingContext,
  actor: AccountActor,
  revision: number,
): Promise<BrandingRecord> {
  return change(context, actor, revision, 'branding.withdrawn', async (before) => ({
    ...before,
    pending: null,
    pendingAt: null,
    rejected: null,
    rejectionReason: null,
  }));
}

/** Needs no approval: the default look is always permitted. */
export function resetBranding(
  context: BrandingContext,
  actor: AccountActor,
  revision: number,
): Promise<BrandingRecord> {
  return change(context, actor, revision, 'branding.reset', async (before) => ({
    ...before,
    live: null,
    pending: null,
    pendingAt: null,
    rejected: null,
    rejectionReason: null,
  }));
}

function change(
  { db, clock, ids }: BrandingContext,
  actor: AccountActor,
  revision: number,
  action: string,
  decide: (before: BrandingRecord, trx: AccountTransaction) => Promise<BrandingRecord>,
): Promise<BrandingRecord> {
  const { accountId } = actor;
  return db
    .forAccount(accountId)
    .transaction()
    .execute(async (trx) => {
      await lockBranding(trx, accountId);
      const before = await findBranding(trx, accountId);
      requireRevision(before, revision);
      const after = { ...(await decide(before, trx)), revision: revision + 1 };
      await saveBranding(trx, accountId, after, clock.now());
      await deleteUnusedLogos(trx, accountId, after);
      const subject = { kind: 'account', id: accountId };
      await recordAudit(trx, { ids, clock }, actor, { accountId, action, subject });
      return after;
    });
}

/** Optimistic concurrency: the author of the change has seen this revision. */
export function requireRevision({ revision: current }: BrandingRecord, seen: number): void {
  if (current === seen) return;
  throw Problem.of(
    'revision_outdated',
    'The branding was changed after you loaded it. Reload it, then apply your change again.',
    { param: 'revision' },
  );
}
