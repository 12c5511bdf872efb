// Unit tests of the request that the cancellation policy form sends.
import { expect, test } from 'vitest';
import { draftOf, tierOf } from './tier-draft.ts';

test.each([
  {
    from: 'notice',
    notice_minutes: 90,
    fee: { percent: 12.5, cents: 1_999, min_cents: 500, max_cents: 10_000 },
  },
  { from: 'crew_arrived', fee: { percent: 100 } },
] as const)('sends an unchanged tier as it was: %j', (tier) => {
  expect(tierOf(draftOf(tier))).toEqual(tier);
});

test('omits empty fields', () => {
  const draft = draftOf({ from: 'crew_departed', fee: { cents: 500 } });
  expect(tierOf({ ...draft, dollars: '', percent: ' 50 ' })).toEqual({
    from: 'crew_departed',
    fee: { percent: 50 },
  });
});
