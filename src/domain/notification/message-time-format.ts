// Formats times for messages, in the time zone of a stop. Written by hand because the narrow spaces of Intl are not
// in the GSM-7 alphabet and would make an SMS more expensive. Spanish dates omit the weekday for the same reason
// (sábado).
import type { Language } from '../../lib/language.ts';
import { offsetSpans, spanAt } from '../time/time-zone-offsets.ts';

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS: Readonly<Record<Language, readonly string[]>> = {
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  es: [
    'enero',
    'febrero',
    'marzo',
    'abril',
    'mayo',
    'junio',
    'julio',
    'agosto',
    'septiembre',
    'octubre',
    'noviembre',
    'diciembre',
  ],
};
const DAY_PERIODS: Readonly<Record<Language, readonly [string, string]>> = {
  en: ['AM', 'PM'],
  es: ['a.m.', 'p.m.'],
};
const DAY_MS = 86_400_000;

/** `9:05 AM`, `9:05 a.m.` */
export function formatMessageTime(language: Language, timeZone: string, instantMs: number): string {
  const { wall } = localTimeAt(timeZone, instantMs);
  const hour = wall.getUTCHours();
  const minute = String(wall.getUTCMinutes()).padStart(2, '0');
  const [morning, afternoon] = DAY_PERIODS[language];
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minute} ${hour < 12 ? morning : afternoon}`;
}

/**
 * `Tue, Mar 10, 9-10 AM EDT`, `10 de marzo, 11:30 a.m.-12:30 p.m. EDT`: the style of the pages (web/ui/time-format.ts) with a
 * hyphen, because the characters of SMS have no en dash.
 */
export function formatMessageWindow(
  language: Language,
  timeZone: string,
  startMs: number,
  endMs: number,
): string {
  const [startDate, endDate] = [startMs, endMs].map((ms) => formatMessageDate(language, timeZone, ms));
  const [start, end] = [startMs, endMs].map((ms) =>
    formatMessageTime(language, timeZone, ms).replace(':00', ''),
  );
  const { abbreviation } = localTimeAt(timeZone, endMs);
  if (startDate !== endDate) return `${startDate}, ${start} - ${endDate}, ${end} ${abbreviation}`;
  const [half = ''] = / .*/.exec(end ?? '') ?? [];
  const from = start?.endsWith(half) ? start.slice(0, -half.length) : start;
  return `${startDate}, ${from}-${end} ${abbreviation}`;
}

export type WindowFormat = typeof formatMessageWindow;

/** With an en dash, for e-mails: `Tue, Mar 10, 9–10 AM EDT`. */
export const formatMailWindow: WindowFormat = (...window) =>
  formatMessageWindow(...window).replace(/(?<=[\dmM.])-(?=\d)| - /, (dash) => dash.replace('-', '–'));

function formatMessageDate(language: Language, timeZone: string, instantMs: number): string {
  const { wall } = localTimeAt(timeZone, instantMs);
  const month = MONTHS[language][wall.getUTCMonth()];
  if (language === 'es') return `${wall.getUTCDate()} de ${month}`;
  return `${DAYS[wall.getUTCDay()]}, ${month} ${wall.getUTCDate()}`;
}

function localTimeAt(timeZone: string, instantMs: number): { wall: Date; abbreviation: string } {
  const { offsetMs, abbreviation } = spanAt(
    offsetSpans(timeZone, instantMs - DAY_MS, instantMs + DAY_MS),
    instantMs,
  );
  return { wall: new Date(instantMs + offsetMs), abbreviation };
}
