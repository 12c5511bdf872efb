// The live branding of an account as the PDF file of a statement shows it.
import type { Context } from '../../context.ts';
import { brandPalette } from './brand-palette.ts';
import { findLiveBranding, loadLogo } from './branding-store.ts';

/** null: the default look. */
export async function loadStatementBranding({ db }: Pick<Context, 'db'>, accountId: string) {
  const accountDb = db.forAccount(accountId);
  const branding = await findLiveBranding(accountDb, accountId);
  if (branding === null) return null;
  const { accent, senderName, help } = branding;
  const logo = await loadLogo(accountDb, accountId, branding.logo);
  return { logo, accent: accent && brandPalette(accent).light.accent, senderName, help };
}
