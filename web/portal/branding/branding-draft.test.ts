import { expect, test } from 'vitest';
import { colorOf, phoneOf } from './branding-draft.ts';

test('reads colors with and without #, in any case', () => {
  expect(['#FFB703', 'ffb703', ' #ffb703 ', 'red', '#fff'].map(colorOf)).toEqual([
    '#ffb703',
    '#ffb703',
    '#ffb703',
    null,
    null,
  ]);
});

test('takes ten digits as a number of the United States', () => {
  expect(['(415) 555-0132', '1 415 555 0132', '+44 20 7946 0958', '', '12'].map(phoneOf)).toEqual([
    '+14155550132',
    '+14155550132',
    '+442079460958',
    null,
    '12',
  ]);
});
