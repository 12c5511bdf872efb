// Labels of statements, for the portal and the console.
import { englishTimes } from '../ui/time-format.ts';

/** "January 2030" */
export function monthLabel(month: string): string {
  // The middle of the month is in it in every time zone.
  const [name = month, year = ''] = englishTimes
    .date(`${month}-15T12:00:00Z`, 'UTC')
    .replace(/ \d+,/, '')
    .split(' ');
  return `${name} ${year}`.trim();
}

export const statusLabels = {
  open: { label: 'Open', tone: 'warn' },
  final: { label: 'Final', tone: 'quiet' },
} as const;
