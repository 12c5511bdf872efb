// Brandings of the demo: the first partner has an approved one, the second one waits for approval.
import type { Branding } from '../../domain/account/branding.ts';
import type { AdminContext } from '../../features/accounts/system/admin-context.ts';
import { findBranding, saveBranding } from '../../features/branding/branding-store.ts';
import { decideBranding } from '../../features/branding/system/decide-branding.ts';
import type { Actor } from '../../lib/actor.ts';

interface DemoPartner {
  readonly name: string;
  readonly organizationId: string;
}

export async function createDemoBrandings(
  admin: Pick<AdminContext, 'system' | 'clock' | 'ids'>,
  [approved, waiting]: readonly DemoPartner[],
  actor: Actor,
): Promise<void> {
  if (approved) {
    await submit(admin, approved, '#0b5394');
    const decision = { revision: 1, rejectionReason: null };
    await decideBranding(admin, approved.organizationId, decision, actor);
  }
  if (waiting) await submit(admin, waiting, '#ffb703');
}

async function submit(
  { system, clock }: Pick<AdminContext, 'system' | 'clock'>,
  { name, organizationId }: DemoPartner,
  accent: NonNullable<Branding['accent']>,
): Promise<void> {
  const now = clock.now();
  const host = `${name.toLowerCase().replace(/[^a-z]+/g, '-')}.example`;
  const help = { email: `help@${host}`, phone: '+12125550100', url: `https://${host}/help` };
  const pending: Branding = { logo: null, accent, senderName: null, replyTo: `service@${host}`, help };
  const before = await findBranding(system, organizationId);
  await saveBranding(system, organizationId, { ...before, revision: 1, pending, pendingAt: now }, now);
}
