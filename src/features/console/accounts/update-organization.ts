// Use case of PATCH /operator/organizations/{id}: the name, the address for operational mail and the language of the
// messages to customers change together.
import { recordAudit } from '../../../db/audit-store.ts';
import { requireAccountName } from '../../../domain/account/account-name.ts';
import type { Actor } from '../../../lib/actor.ts';
import type { Language } from '../../../lib/language.ts';
import { updateAccountRow } from '../../accounts/account-store.ts';
import { recordContactChange } from '../../accounts/notify-security-change.ts';
import { findOrganization } from '../../accounts/system/account-admin-store.ts';
import type { CredentialAdminContext } from '../../accounts/system/admin-context.ts';
import { organizationNotFound } from '../../accounts/system/organization-not-found.ts';
import { findLanguage, saveLanguage } from '../../notifications/system/notification-setting-store.ts';

export interface OrganizationUpdate {
  readonly name?: string | undefined;
  readonly contactEmail?: string | null | undefined;
  readonly language?: Language | undefined;
}

/** A name that an operator sets is approved, and replaces a name that waits for approval. Omitted fields keep their values. An update that changes nothing leaves no audit entry. */
export async function updateOrganization(
  admin: Pick<CredentialAdminContext, 'system' | 'clock' | 'ids' | 'security'>,
  id: string,
  update: OrganizationUpdate,
  actor: Actor,
): Promise<void> {
  if (update.name !== undefined) requireAccountName(update.name);
  const now = admin.clock.now();
  await admin.system.transaction().execute(async (trx) => {
    // The lock also serializes updates by the partner, and of the language, which has no row until it is first set.
    const account = await findOrganization(trx, id, { lock: true });
    if (!account) throw organizationNotFound();
    const before = { ...account, language: await findLanguage(trx, id) };
    const after = { ...before, ...definedFieldsOf(update) };
    const changed = (['name', 'pendingName', 'contactEmail', 'language'] as const).filter(
      (field) => after[field] !== before[field],
    );
    if (changed.length === 0) return;
    await updateAccountRow(trx, { ...after, updatedAt: now });
    if (changed.includes('language')) await saveLanguage(trx, id, after.language, now);
    await recordAudit(trx, admin, actor, {
      accountId: id,
      action: 'account.updated',
      subject: { kind: 'account', id },
      changed,
    });
    if (changed.includes('contactEmail')) await recordContactChange(trx, admin, actor, { before, after });
  });
}

function definedFieldsOf({ name, contactEmail, language }: OrganizationUpdate) {
  return {
    ...(name !== undefined && { name, pendingName: null, pendingNameAt: null }),
    ...(contactEmail !== undefined && { contactEmail }),
    ...(language !== undefined && { language }),
  };
}
