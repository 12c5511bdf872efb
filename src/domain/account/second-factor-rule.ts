// Whether an operator needs a second factor: all operators if the sign-in policy says so, and administrators once the
// grace period after their first sign-in is over.
import type { OperatorRole } from './operator-role.ts';

export interface SecondFactorFacts {
  readonly role: OperatorRole;
  /** An authenticator app or another second factor is set up. */
  readonly hasSecondFactor: boolean;
  readonly isRequiredForAll: boolean;
  /** null: the operator has not signed in since the rule exists. */
  readonly firstSignedInAt: Date | null;
}

export interface SecondFactorStatus {
  /** `required`: nothing but the set-up is allowed. */
  readonly secondFactor: 'on' | 'off' | 'required';
  /** When `off` becomes `required`; null if it does not. */
  readonly secondFactorDueAt: Date | null;
}

const dayMillis = 86_400_000;

/** `adminGraceDays` null: the role alone requires none. */
export function secondFactorStatus(
  { role, hasSecondFactor, isRequiredForAll, firstSignedInAt }: SecondFactorFacts,
  adminGraceDays: number | null,
  now: Date,
): SecondFactorStatus {
  if (hasSecondFactor) return { secondFactor: 'on', secondFactorDueAt: null };
  if (isRequiredForAll) return { secondFactor: 'required', secondFactorDueAt: null };
  if (role !== 'admin' || adminGraceDays === null || firstSignedInAt === null)
    return { secondFactor: 'off', secondFactorDueAt: null };
  const dueAt = new Date(firstSignedInAt.getTime() + adminGraceDays * dayMillis);
  return dueAt <= now
    ? { secondFactor: 'required', secondFactorDueAt: null }
    : { secondFactor: 'off', secondFactorDueAt: dueAt };
}
