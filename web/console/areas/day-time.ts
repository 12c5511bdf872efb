// Hours of a day as documents state them: "08:00" to "24:00".
import { englishTimes } from '../../ui/time-format.ts';

/** "8 AM–6 PM", "6 PM–midnight". Texts that are not times are returned as they are. */
export function formatDayHours(from: string, to: string): string {
  const isTime = (text: string) => /^\d{2}:\d{2}$/.test(text);
  if (!isTime(from) || !isTime(to)) return [from, to].map((text) => text || 'not set').join('–');
  const hours = englishTimes.window({ from: `1970-01-01T${from}Z`, to: `1970-01-01T${to}Z` }, 'UTC');
  return to === '24:00' ? hours.replace(/12\sAM$/, 'midnight') : hours;
}
