// Number formats and derived figures of the dashboards.
import type { DayTotals, Fill } from '../api.ts';

const money = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});

export const formatMoney = (cents: number) => money.format(cents / 100);
export const formatCount = (count: number) => count.toLocaleString('en-US');
export function formatPercent(share: number | null): string {
  if (share === null) return '–';
  if (share > 0 && share < 0.001) return '<0.1%';
  return `${share >= 0.1 || share === 0 ? Math.round(share * 100) : (share * 100).toFixed(1)}%`;
}

export const bookingsOf = ({ created, dispatched, completed, cancelled }: DayTotals) =>
  created + dispatched + completed + cancelled;
/** Share of arrivals that were on time; null: no arrivals. */
export const onTimeShare = ({ on_time, late }: DayTotals) =>
  on_time + late === 0 ? null : on_time / (on_time + late);
export const fillShare = ({ reserved, places }: Fill) => (places === 0 ? null : reserved / places);
