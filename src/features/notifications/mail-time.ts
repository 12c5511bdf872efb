// Times in e-mails to partners and operators, whose time zone is unknown: in UTC, in the language of the mail.
import type { Language } from '../../lib/language.ts';

const locales: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-US' };

/** "March 9, 2027, 3:00 PM UTC" */
export function formatMailTime(language: Language, at: string | Date): string {
  const parts = new Intl.DateTimeFormat(locales[language], {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  });
  return parts.format(new Date(at)).replace(/\s/g, ' ');
}
