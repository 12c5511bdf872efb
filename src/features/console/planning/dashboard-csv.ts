// CSV export of a dashboard's days. Contains only numbers and dates, so spreadsheet formula injection is not possible.
import type { Dashboard } from './dashboard-schemas.ts';

const columns = [
  'day',
  'created',
  'dispatched',
  'completed',
  'cancelled',
  'on_time',
  'late',
  'revenue_cents',
  'reserved',
  'places',
] as const;

export function dashboardCsv({ days }: Dashboard): string {
  const lines = days.map((day) => columns.map((column) => day[column]).join(','));
  return `${[columns.join(','), ...lines].join('\r\n')}\r\n`;
}
