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

/** "15 minutes", "3 days": the largest unit that gives a whole number. */
export function formatLifetime(language: Language, seconds: number): string {
  const units = [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
  ] as const;
  const [unit, length] = units.find((each) => seconds % each[1] === 0) ?? (['second', 1] as const);
  return new Intl.NumberFormat(locales[language], { style: 'unit', unit, unitDisplay: 'long' }).format(
    seconds / length,
  );
}
