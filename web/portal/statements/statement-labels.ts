// Labels of billing records.
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
