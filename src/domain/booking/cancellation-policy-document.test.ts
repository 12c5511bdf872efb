import { describe, expect, it } from 'vitest';
import { cancellationPolicyDocument, parseCancellationPolicy } from './cancellation-policy-document.ts';

const document = {
  tiers: [
    { from: 'notice', notice_minutes: 1_440, fee: { cents: 1_500 } },
    {
      from: 'notice',
      notice_minutes: 0,
      fee: { percent: 12.5, cents: 100, min_cents: 500, max_cents: 9_000 },
    },
    { from: 'crew_departed', fee: { percent: 50 } },
  ],
};
const faultsOf = (tiers: unknown) => {
  const parsed = parseCancellationPolicy({ tiers });
  return parsed.ok ? [] : parsed.faults.map(({ path, message }) => `${path} ${message}`);
};
const tier = (change: object) => [{ from: 'notice', notice_minutes: 60, fee: { cents: 5 }, ...change }];
const fee = (change: object) => tier({ fee: change });

describe('a cancellation policy as a document', () => {
  it('survives a round trip', () => {
    const parsed = parseCancellationPolicy(document);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
    expect(parsed.value.tiers[1]).toEqual({
      from: { kind: 'notice', minutes: 0 },
      fee: { percent: 12.5, cents: 100, minCents: 500, maxCents: 9_000 },
    });
    expect(cancellationPolicyDocument(parsed.value)).toEqual(document);
  });

  it.each([
    [[], 'tiers must contain at least 1 entry'],
    [Array.from({ length: 21 }, () => tier({})[0]), 'tiers must hold at most 20 entries'],
    [undefined, 'tiers is missing; must be a list'],
    [
      tier({ from: 'never' }),
      'tiers[0].from must be one of notice, crew_assigned, crew_departed, crew_arrived',
    ],
    [tier({ notice_minutes: undefined }), 'tiers[0].notice_minutes is missing; must be a whole number'],
    [tier({ notice_minutes: 1.5 }), 'tiers[0].notice_minutes must be a whole number'],
    [tier({ notice_minutes: -1 }), 'tiers[0].notice_minutes must be between 0 and 43200, not -1'],
    [tier({ from: 'crew_arrived' }), 'tiers[0].notice_minutes is allowed only if from is "notice"'],
    [tier({ colour: 'red' }), 'tiers[0].colour is not a known key; known keys are from, notice_minutes, fee'],
    [fee({}), 'tiers[0].fee must have percent or cents above 0'],
    [fee({ percent: 0, min_cents: 5 }), 'tiers[0].fee must have percent or cents above 0'],
    [fee({ percent: 101 }), 'tiers[0].fee.percent must be between 0 and 100, not 101'],
    [fee({ cents: 9.5 }), 'tiers[0].fee.cents must be a whole number'],
    [fee({ cents: 5, min_cents: 9, max_cents: 8 }), 'tiers[0].fee.min_cents must be at most max_cents, 8'],
    [[...tier({}), ...tier({})], 'tiers[1].from repeats "notice of 60 minutes"'],
  ])('is refused with %j: %s', (tiers, fault) => {
    expect(faultsOf(tiers)).toContain(fault);
  });
});
