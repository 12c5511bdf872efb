// E-mails with links to the portal, in the language of the organization.
import { toVisibleLine } from '../../lib/invisible-characters.ts';
import type { Language } from '../../lib/language.ts';
import { formatLifetime, formatMailTime } from '../notifications/mail-time.ts';
import { type MailContent, operationalMailContent } from '../notifications/message-content.ts';

export interface MailedLink {
  readonly organization: string;
  readonly url: string;
  readonly expiresAt: Date;
}

export interface LinkMailOptions {
  readonly language: Language;
  /** Sent by an operator or an admin, and not requested by the person. */
  readonly isInvitation: boolean;
  readonly isSandbox: boolean;
  readonly lifetimeSeconds: number;
}

interface LinkMailTexts {
  readonly invited: { readonly subject: string; readonly intro: (organization: string) => string };
  readonly requested: { readonly subject: string; readonly intro: string };
  readonly choose: string;
  readonly open: (organization: string) => string;
  /** `lifetime`: "15 minutes". */
  readonly until: (lifetime: string, time: string, count: number) => string;
  readonly later: string;
  readonly ignore: string;
  /** The person did not request an invitation. */
  readonly ignoreInvitation: string;
}

const texts: Readonly<Record<Language, LinkMailTexts>> = {
  en: {
    invited: {
      subject: 'Your access to the delivery portal',
      intro: (organization) =>
        `You have access to the portal of ${organization}: bookings, statements and webhooks. There is no password.`,
    },
    requested: {
      subject: 'Sign in to the delivery portal',
      intro: 'Open the portal with this link.',
    },
    choose: 'Your address has access to several organizations. Open the portal of:',
    open: (organization) => `Open ${organization}`,
    until: (lifetime, time, count) =>
      count === 1
        ? `The link works once and expires in ${lifetime} (${time}).`
        : `Each link works once. They expire in ${lifetime} (${time}).`,
    later: 'Later, the same page sends you a new link when you enter your e-mail address.',
    ignore: 'If you did not request this, ignore this e-mail. Do not forward it: the link gives access.',
    ignoreInvitation:
      'If you do not work with this organization, ignore this e-mail. Do not forward it: the link gives access.',
  },
  es: {
    invited: {
      subject: 'Su acceso al portal de entregas',
      intro: (organization) =>
        `Tiene acceso al portal de ${organization}: reservas, estados de cuenta y webhooks. No hay contraseña.`,
    },
    requested: {
      subject: 'Inicie sesión en el portal de entregas',
      intro: 'Abra el portal con este enlace.',
    },
    choose: 'Su dirección tiene acceso a varias organizaciones. Abra el portal de:',
    open: (organization) => `Abrir ${organization}`,
    until: (lifetime, time, count) =>
      count === 1
        ? `El enlace funciona una sola vez y vence en ${lifetime} (${time}).`
        : `Cada enlace funciona una sola vez. Vencen en ${lifetime} (${time}).`,
    later: 'Después, la misma página le envía un enlace nuevo cuando usted escribe su dirección de correo.',
    ignore: 'Si no lo solicitó, ignore este correo. No lo reenvíe: el enlace da acceso.',
    ignoreInvitation:
      'Si no trabaja con esta organización, ignore este correo. No lo reenvíe: el enlace da acceso.',
  },
};

export function signInLinkMail(
  links: readonly [MailedLink, ...MailedLink[]],
  { language, isInvitation, isSandbox, lifetimeSeconds }: LinkMailOptions,
): MailContent {
  const words = texts[language];
  const [{ organization, expiresAt }] = links;
  const intro = isInvitation ? words.invited.intro(toVisibleLine(organization)) : words.requested.intro;
  const { subject } = isInvitation ? words.invited : words.requested;
  return operationalMailContent({
    language,
    subject: `${subject}${isSandbox ? ' (sandbox)' : ''}`,
    intro: [links.length === 1 ? intro : words.choose],
    buttons: links.map((link) => ({ label: words.open(toVisibleLine(link.organization)), url: link.url })),
    after: [
      words.until(
        formatLifetime(language, lifetimeSeconds),
        formatMailTime(language, expiresAt),
        links.length,
      ),
      ...(isInvitation ? [words.later, words.ignoreInvitation] : [words.ignore]),
    ],
  });
}
