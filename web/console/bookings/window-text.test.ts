// Unit tests of arrival windows in words.
import { expect, test } from 'vitest';
import { windowText, windowTextWithoutZone } from './window-text.ts';

const plain = (text: string) => text.replace(/\u00a0/g, ' ');

test.each([
  ['Wed, Nov 18, 9:00 AM – 10:00 AM EST', 'Wed, Nov 18, 9–10 AM EST', 'Wed, Nov 18, 9–10 AM'],
  [
    'Wed, Nov 18, 11:30 AM – 12:30 PM EST',
    'Wed, Nov 18, 11:30 AM–12:30 PM EST',
    'Wed, Nov 18, 11:30 AM–12:30 PM',
  ],
  ['As soon as possible', 'As soon as possible', 'As soon as possible'],
])('%s reads %s', (label, text, short) => {
  expect(plain(windowText(label))).toBe(text);
  expect(plain(windowTextWithoutZone(label))).toBe(short);
});

test('a window over a change of the clocks keeps both zones', () => {
  const label = 'Sun, Nov 1, 1:00 AM PDT – 1:00 AM PST';
  expect(windowText(label)).toBe(label);
});
