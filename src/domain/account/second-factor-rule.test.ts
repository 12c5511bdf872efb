import { describe, expect, it } from 'vitest';
import { secondFactorStatus } from './second-factor-rule.ts';

const signedIn = new Date('2030-01-01T09:00:00Z');
const admin = {
  role: 'admin',
  hasSecondFactor: false,
  isRequiredForAll: false,
  firstSignedInAt: signedIn,
} as const;
const daysAfter = (days: number) => new Date(signedIn.getTime() + days * 86_400_000);
const off = { secondFactor: 'off', secondFactorDueAt: null };
const required = { secondFactor: 'required', secondFactorDueAt: null };

describe('the second factor of an operator', () => {
  it('is required of administrators seven days after their first sign-in', () => {
    expect(secondFactorStatus(admin, 7, daysAfter(0))).toEqual({ ...off, secondFactorDueAt: daysAfter(7) });
    expect(secondFactorStatus(admin, 7, daysAfter(6.99))).toEqual({
      ...off,
      secondFactorDueAt: daysAfter(7),
    });
    expect(secondFactorStatus(admin, 7, daysAfter(7))).toEqual(required);
  });

  it('is required at once with 0 days, and never with null', () => {
    expect(secondFactorStatus(admin, 0, daysAfter(0))).toEqual(required);
    expect(secondFactorStatus(admin, null, daysAfter(1_000))).toEqual(off);
  });

  it('is required of other roles by the sign-in policy only', () => {
    for (const role of ['viewer', 'dispatcher'] as const) {
      expect(secondFactorStatus({ ...admin, role }, 0, daysAfter(9))).toEqual(off);
      expect(secondFactorStatus({ ...admin, role, isRequiredForAll: true }, null, daysAfter(0))).toEqual(
        required,
      );
    }
  });

  it('is on once it is set up, and not due before the first sign-in', () => {
    const facts = { ...admin, hasSecondFactor: true, isRequiredForAll: true };
    expect(secondFactorStatus(facts, 0, daysAfter(9))).toEqual({
      secondFactor: 'on',
      secondFactorDueAt: null,
    });
    expect(secondFactorStatus({ ...admin, firstSignedInAt: null }, 7, daysAfter(9))).toEqual(off);
  });
});
