// Unit tests of the labels of shifts and bookings of a crew.
import { expect, test } from 'vitest';
import { formatShift, startOf } from './shift-label.ts';

const at = (day: number, hour: number) => new Date(2030, 0, day, hour);
const shift = (from: Date, to: Date) => ({ starts_at: from.toISOString(), ends_at: to.toISOString() });
const label = (...span: [Date, Date]) =>
  formatShift(shift(...span), at(15, 12).getTime()).replace(/\s/g, ' ');

test('names the end of a current shift or the start of the next one, with the day only if it is not today', () => {
  expect(label(at(15, 9), at(15, 21))).toBe('On shift until 9:00 PM');
  expect(label(at(15, 9), at(16, 2))).toBe('On shift until tomorrow, 2:00 AM');
  expect(label(at(15, 14), at(15, 21))).toBe('Next shift 2–9 PM');
  expect(label(at(17, 8), at(17, 16))).toBe('Next shift Thursday, January 17, 8 AM–4 PM');
  expect(formatShift(null, 0)).toBe('No upcoming shift');
});

test('names the departure of a booking that has not begun', () => {
  const start = ({ label: text, departure }: ReturnType<typeof startOf>) => `${text} ABC${departure}`;
  const words = (from: Date) =>
    start(startOf({ starts_at: from.toISOString() }, at(15, 12).getTime())).replace(/\s/g, ' ');
  expect(words(at(15, 11))).toBe('Assigned to ABC');
  expect(words(at(15, 17))).toBe('Next booking: ABC, departs 5:00 PM');
  expect(words(at(17, 17))).toBe('Next booking: ABC, departs Thursday, January 17, 5:00 PM');
});
