// Content of a message: the text of an SMS, or an e-mail as text and HTML. Stored until its retention ends.
import type { Branding } from '../../domain/account/branding.ts';
import type { NoticeMail } from '../../domain/notification/render-notice.ts';
import type { Language } from '../../lib/language.ts';
import { formatPhone } from '../../lib/phone-region.ts';
import { brandPalette } from '../branding/brand-palette.ts';
import { type MailParts, mailHtml, mailText } from './mail-template.ts';

export interface SmsContent {
  readonly text: string;
}

export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** null for operational mail, which the recipient cannot unsubscribe from. */
  readonly unsubscribeUrl: string | null;
  /** Display name of the sender and address for replies; absent: those of the configuration. */
  readonly fromName?: string;
  readonly replyTo?: string;
  /** The attached logo, by its digest. */
  readonly logo?: string;
}

/** What a branding changes in an e-mail. */
export interface MailBranding {
  readonly branding: Branding;
  /** Name of the delivery company, whose address sends the e-mail. */
  readonly companyName: string;
}

export type MessageContent = SmsContent | MailContent;

export function noticeMailContent(
  mail: NoticeMail,
  language: Language,
  unsubscribeUrl: string,
  branded: MailBranding | null,
): MailContent {
  const { sender, subject, greeting, text, facts, follow, why, optOut } = mail;
  const footer = { why, optOut, unsubscribeUrl };
  const content = mailContent({
    language,
    sender,
    subject,
    intro: [greeting, text],
    facts,
    buttons: follow ? [follow] : [],
    after: [],
    footer,
    ...(branded && brandedParts(branded.branding, mail)),
  });
  if (branded === null) return content;
  const { replyTo, logo } = branded.branding;
  return {
    ...content,
    // The address stays ours, which SPF and DKIM cover: the name says that it sends for the organization.
    fromName: `${sender} via ${branded.companyName}`,
    ...(replyTo !== null && { replyTo }),
    ...(logo !== null && { logo: logo.digest }),
  };
}

function brandedParts({ logo, accent, help }: Branding, mail: NoticeMail): Partial<MailParts> {
  const links = [
    help.email !== null && { label: help.email, url: `mailto:${help.email}` },
    help.phone !== null && { label: formatPhone(help.phone), url: `tel:${help.phone}` },
    help.url !== null && { label: help.url, url: help.url },
  ].filter((link) => link !== false);
  return {
    ...(logo !== null && { logo }),
    ...(accent !== null && { palette: brandPalette(accent) }),
    ...(links.length > 0 && { help: { text: mail.help, links } }),
  };
}

/** Where an operational mail comes from: the origin of the portal that it links to. */
export interface MailEnvironment {
  readonly name: string;
  readonly publicUrl: string;
}

/** Mail of Waybill to partners and operators: no opt-out. */
export function operationalMailContent(
  parts: Pick<MailParts, 'subject' | 'intro'> & Partial<MailParts>,
): MailContent {
  return mailContent({
    language: 'en',
    sender: 'Waybill',
    facts: [],
    buttons: [],
    after: [],
    footer: null,
    ...parts,
  });
}

function mailContent(parts: MailParts): MailContent {
  return {
    subject: parts.subject,
    text: mailText(parts),
    html: mailHtml(parts),
    unsubscribeUrl: parts.footer?.unsubscribeUrl ?? null,
  };
}
