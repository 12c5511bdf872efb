// Unit tests of the labels of statements.
import { expect, test } from 'vitest';
import { monthLabel } from '../../statements/month-label.ts';
import { recordLabel } from './statement-labels.ts';

test('names months and kinds of records in words', () => {
  expect(monthLabel('2030-01')).toBe('January 2030');
  expect(monthLabel('2030-12')).toBe('December 2030');
  expect(recordLabel({ kind: 'cancellation_fee' })).toBe('Cancellation fee');
});
