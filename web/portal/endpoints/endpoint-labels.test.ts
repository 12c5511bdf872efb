// Unit tests of endpoint labels.
import { expect, test } from 'vitest';
import { formatEventSubscription, formatSuccessRate, splitUrl } from './endpoint-labels.ts';

test('shows a dash instead of a success rate when there were no attempts', () => {
  expect(formatSuccessRate({ succeeded: 0, failed: 0 })).toBe('–');
});

test('never rounds a success rate below 100 % up to 100%', () => {
  expect(formatSuccessRate({ succeeded: 99_999, failed: 1 })).toBe('99.9%');
  expect(formatSuccessRate({ succeeded: 7, failed: 0 })).toBe('100%');
  expect(formatSuccessRate({ succeeded: 1, failed: 2 })).toBe('33.3%');
});

test('summarises the subscribed event types', () => {
  expect(formatEventSubscription(null)).toBe('All events');
  expect(formatEventSubscription(['booking.created'])).toBe('booking.created');
  expect(formatEventSubscription(['booking.created', 'booking.cancelled'])).toBe('2 event types');
});

test('splits a URL into host and the rest', () => {
  expect(splitUrl('https://hooks.example.com/a?b=1')).toEqual({ host: 'hooks.example.com', path: '/a?b=1' });
  expect(splitUrl('https://example.com/')).toEqual({ host: 'example.com', path: '' });
  expect(splitUrl('not an address')).toEqual({ host: 'not an address', path: '' });
});
