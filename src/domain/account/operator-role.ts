// Roles of operators, in ascending order: each role includes the permissions of the one before it.

export const OPERATOR_ROLES = ['viewer', 'dispatcher', 'admin'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

export function hasRole(role: OperatorRole, needed: OperatorRole): boolean {
  return OPERATOR_ROLES.indexOf(role) >= OPERATOR_ROLES.indexOf(needed);
}
