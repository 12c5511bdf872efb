import { describe, expect, it } from 'vitest';
import { phoneRegion } from '../../lib/phone-region.ts';
import { smsRefusal } from './sms-destination.ts';

const allowed = new Set(['US', 'PR', 'GB']);
const refusalOf = (number: string) => smsRefusal(phoneRegion(number), allowed);

describe('smsRefusal', () => {
  it.each([
    ['+13125550100', 'a US number'],
    ['+17875550100', 'a number of Puerto Rico'],
    ['+18005550100', 'a US toll-free number'],
    ['+15005550006', 'a US personal number'],
  ])('allows %s: %s', (number) => expect(refusalOf(number)).toBeNull());

  it.each([
    ['+37127123456', 'another country'],
    ['+18765551234', 'another country with calling code 1'],
    ['+14165550100', 'Canada'],
    ['+870773111632', 'a satellite phone, which has no country'],
    ['+12003000000', 'an unassigned range'],
  ])('refuses the country of %s: %s', (number) => expect(refusalOf(number)).toBe('country_not_allowed'));

  it.each([
    ['+19005551234', 'premium rate'],
    ['+448451234567', 'premium rate abroad'],
    ['+447012345678', 'personal number in the United Kingdom'],
  ])('refuses the type of %s: %s', (number) => expect(refusalOf(number)).toBe('number_type_not_allowed'));
});
