import { expect, test } from 'vitest';
import { withComingDates } from './example-dates.ts';

const now = Date.parse('2027-03-01T23:30:00Z');

test('moves all dates by the same number of days, the first one to tomorrow', () => {
  const text = '{"from": "2030-01-15T09:00:00Z", "to": "2030-01-17T17:00:00Z", "id": "0197f0c4-2030"}';
  const moved = '{"from": "2027-03-02T09:00:00Z", "to": "2027-03-04T17:00:00Z", "id": "0197f0c4-2030"}';
  expect(withComingDates(text, now)).toBe(moved);
});

test('leaves texts without example dates unchanged', () => {
  expect(withComingDates('{"name": "Ana"}', now)).toBe('{"name": "Ana"}');
});
