// What operators may do. Each role may do what the one before it may: look, run the day, run the business.

export const OPERATOR_ROLES = ['viewer', 'dispatcher', 'admin'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

export function mayActAs(role: OperatorRole, needed: OperatorRole): boolean {
  return OPERATOR_ROLES.indexOf(role) >= OPERATOR_ROLES.indexOf(needed);
}
