// Draft of a branding: what the form contains, as text.
import type { BrandingSubmission, BrandLogo, PortalBranding } from '../api.generated.ts';

export interface BrandingDraft {
  readonly logo: BrandLogo | null;
  readonly accent: string;
  readonly sender_name: string;
  readonly reply_to: string;
  readonly help_email: string;
  readonly help_phone: string;
  readonly help_url: string;
}

export type DraftField = Exclude<keyof BrandingDraft, 'logo'>;

/** Starts with what waits for approval, else what was rejected, else what is live. */
export function draftOf({ pending, rejected, live }: PortalBranding): BrandingDraft {
  const source = pending ?? rejected ?? live;
  return {
    logo: source?.logo ?? null,
    accent: source?.accent ?? '',
    sender_name: source?.sender_name ?? '',
    reply_to: source?.reply_to ?? '',
    help_email: source?.help_email ?? '',
    help_phone: source?.help_phone ?? '',
    help_url: source?.help_url ?? '',
  };
}

/** Empty fields stand for the default. */
export function submissionOf(draft: BrandingDraft, revision: number): BrandingSubmission {
  return {
    revision,
    logo: draft.logo?.id ?? null,
    accent: filled(draft.accent),
    sender_name: filled(draft.sender_name),
    reply_to: filled(draft.reply_to),
    help_email: filled(draft.help_email),
    help_phone: phoneOf(draft.help_phone),
    help_url: filled(draft.help_url),
  };
}

export function filled(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}

/** Ten digits are a number of the United States. */
export function phoneOf(text: string): string | null {
  const number = text.replace(/[\s().-]/g, '');
  if (number === '') return null;
  return /^1?\d{10}$/.test(number) ? `+1${number.slice(-10)}` : number;
}

/** `#rrggbb`, or null if the text is not a color. */
export function colorOf(text: string): string | null {
  const [, digits] = /^#?([0-9a-f]{6})$/i.exec(text.trim()) ?? [];
  return digits === undefined ? null : `#${digits.toLowerCase()}`;
}
