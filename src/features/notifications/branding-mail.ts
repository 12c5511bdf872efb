// E-mail to a partner about the decision on its branding. In the language of the organization.
import type { Language } from '../../lib/language.ts';
import type { BrandingMailData } from '../branding/notify-branding-decision.ts';
import { type MailContent, type MailEnvironment, operationalMailContent } from './message-content.ts';

const texts = {
  en: {
    approved: 'Your branding was approved',
    approvedIntro: 'Customers see it from now on: on tracking pages, in e-mails and on statements.',
    rejected: 'Your branding was not approved',
    rejectedIntro: 'Nothing has changed for your customers.',
    reason: 'Reason',
    open: 'Open the branding in the portal',
    next: 'Correct the branding in the portal, page Branding, and submit it again.',
  },
  es: {
    approved: 'Su imagen de marca fue aprobada',
    approvedIntro:
      'Sus clientes la ven desde ahora: en las páginas de seguimiento, en los correos y en los estados de cuenta.',
    rejected: 'Su imagen de marca no fue aprobada',
    rejectedIntro: 'Nada ha cambiado para sus clientes.',
    reason: 'Motivo',
    open: 'Abrir la imagen de marca en el portal',
    next: 'Corrija la imagen de marca en el portal, página Branding, y envíela otra vez.',
  },
} as const satisfies Record<Language, object>;

export function brandingMail(
  { rejectionReason }: BrandingMailData,
  { name: environment, publicUrl }: MailEnvironment,
  language: Language,
): MailContent {
  const words = texts[language];
  const isApproved = rejectionReason === null;
  const suffix = environment === 'sandbox' ? ' (sandbox)' : '';
  return operationalMailContent({
    language,
    subject: `${isApproved ? words.approved : words.rejected}${suffix}`,
    intro: [isApproved ? words.approvedIntro : words.rejectedIntro],
    facts: isApproved ? [] : [{ label: words.reason, value: rejectionReason }],
    buttons: isApproved ? [] : [{ label: words.open, url: `${publicUrl}/portal/branding` }],
    after: isApproved ? [] : [words.next],
  });
}
