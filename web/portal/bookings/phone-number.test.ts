// Unit tests of phone numbers as people write them.
import { expect, test } from 'vitest';
import { readPhone, showPhone } from './phone-number.ts';

test.each(['(212) 555-0142', '212.555.0142', '1 212 555 0142', '+1 212-555-0142', ' 2125550142 '])(
  'reads %s as a number of the USA',
  (text) => {
    expect(readPhone(text)).toBe('+12125550142');
    expect(showPhone(text)).toBe('(212) 555-0142');
  },
);

test('reads numbers of other countries with their country code', () => {
  expect(readPhone('+44 20 7946 0018')).toBe('+442079460018');
  expect(showPhone('+442079460018')).toBe('+44 20 7946 0018');
});

test.each(['', 'none', '555-0142', '212 555 0142 5', '(212) 555-0142 ext. 7'])('refuses %j', (text) => {
  expect(readPhone(text)).toBeNull();
  expect(showPhone(text)).toBe(text);
});
