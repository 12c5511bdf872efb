// Labels of billing statements.
import { englishTimes } from '../../ui/time-format.ts';
import type { BillingRecord } from '../partner.generated.ts';

const recordLabels: Readonly<Record<string, string>> = {
  charge: 'Delivery',
  adjustment: 'Fare adjustment',
  refund: 'Refund',
  credit: 'Credit',
  cancellation_fee: 'Cancellation fee',
  payment: 'Payment received',
  payment_refund: 'Payment refunded',
};

export function recordLabel({ kind }: Pick<BillingRecord, 'kind'>): string {
  return recordLabels[kind] ?? kind.replaceAll('_', ' ');
}

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
