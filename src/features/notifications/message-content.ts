// Content of a message: the text of an SMS, or an e-mail as text and HTML. Stored until its retention ends.
import type { NoticeMail } from '../../domain/notification/render-notice.ts';
import type { Language } from '../../lib/language.ts';
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
}

export type MessageContent = SmsContent | MailContent;

export function noticeMailContent(mail: NoticeMail, language: Language, unsubscribeUrl: string): MailContent {
  const { sender, subject, greeting, text, facts, follow, why, optOut } = mail;
  const footer = { why, optOut, unsubscribeUrl };
  return mailContent({
    language,
    sender,
    subject,
    intro: [greeting, text],
    facts,
    button: follow,
    after: [],
    footer,
  });
}

/** Mail of Waybill to partners and operators: no opt-out. */
export function operationalMailContent(
  parts: Pick<MailParts, 'subject' | 'intro'> & Partial<MailParts>,
): MailContent {
  return mailContent({
    language: 'en',
    sender: 'Waybill',
    facts: [],
    button: null,
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
