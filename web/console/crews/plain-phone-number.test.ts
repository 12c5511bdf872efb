import { expect, it } from 'vitest';
import { plainPhoneNumber } from './plain-phone-number.ts';

it('removes the separators of a phone number, and adds the country code to ten digits', () => {
  expect(plainPhoneNumber('+1 (212) 555-0142')).toBe('+12125550142');
  expect(plainPhoneNumber('212.555.0142')).toBe('+12125550142');
  expect(plainPhoneNumber('1 212 555 0142')).toBe('+12125550142');
  expect(plainPhoneNumber('030 1234567')).toBe('0301234567');
});
