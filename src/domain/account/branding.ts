// Branding of an organization: what customers see in place of the default look. A null field stands for the default.
import type { HexColor } from '../../lib/oklch.ts';

export interface BrandLogo {
  /** SHA-256 of the PNG file, base64url. */
  readonly digest: string;
  readonly width: number;
  readonly height: number;
}

export interface HelpContact {
  readonly email: string | null;
  /** E.164. */
  readonly phone: string | null;
  /** https. */
  readonly url: string | null;
}

export interface Branding {
  readonly logo: BrandLogo | null;
  /** As the partner chose it; pages use the shades of `brand-palette.ts`. */
  readonly accent: HexColor | null;
  /** Name that customers see instead of the organization's name. */
  readonly senderName: string | null;
  /** Reply-To of e-mails to customers. */
  readonly replyTo: string | null;
  readonly help: HelpContact;
}

export function hasHelp({ email, phone, url }: HelpContact): boolean {
  return email !== null || phone !== null || url !== null;
}

export function isDefaultBranding({ logo, accent, senderName, replyTo, help }: Branding): boolean {
  return [logo, accent, senderName, replyTo].every((value) => value === null) && !hasHelp(help);
}
