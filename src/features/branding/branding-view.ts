// Branding in responses.
import type { Branding } from '../../domain/account/branding.ts';
import { type BrandPalette, type BrandShades, brandPalette } from './brand-palette.ts';
import type { BrandingView, OrganizationBranding } from './branding-schemas.ts';
import type { BrandingRecord } from './branding-store.ts';

/** Path of a logo for the audience of the response. */
export type LogoUrl = (digest: string) => string;

export interface BrandingNames {
  readonly organizationName: string;
  readonly companyName: string;
  /** Masked numbers exist, by which customers can call their crew. */
  readonly canCallCrew: boolean;
}

export function presentBrandingState(
  record: BrandingRecord,
  names: BrandingNames,
  logoUrl: LogoUrl,
): OrganizationBranding {
  const present = (branding: Branding | null) => branding && presentBranding(branding, logoUrl);
  return {
    revision: record.revision,
    organization_name: names.organizationName,
    company_name: names.companyName,
    can_call_crew: names.canCallCrew,
    live: present(record.live),
    pending: present(record.pending),
    pending_at: record.pendingAt?.toISOString() ?? null,
    rejected: present(record.rejected),
    rejection_reason: record.rejectionReason,
    decided_at: record.decidedAt?.toISOString() ?? null,
  };
}

function presentBranding(branding: Branding, logoUrl: LogoUrl): BrandingView {
  const { logo, accent, senderName, replyTo, help } = branding;
  return {
    logo: logo && { id: logo.digest, url: logoUrl(logo.digest), width: logo.width, height: logo.height },
    accent,
    palette: accent && presentPalette(brandPalette(accent)),
    sender_name: senderName,
    reply_to: replyTo,
    help_email: help.email,
    help_phone: help.phone,
    help_url: help.url,
  };
}

export function presentPalette({ light, dark }: BrandPalette) {
  return { light: presentShades(light), dark: presentShades(dark) };
}

function presentShades({ accent, accentHover, onAccent, tint }: BrandShades) {
  return { accent, accent_hover: accentHover, on_accent: onAccent, tint };
}
