import { describe, expect, it } from 'vitest';
import { hasRole, OPERATOR_ROLES } from './operator-role.ts';

describe('the role of an operator', () => {
  it('includes all lower roles and no higher one', () => {
    const table = OPERATOR_ROLES.map((role) => OPERATOR_ROLES.filter((needed) => hasRole(role, needed)));
    expect(table).toEqual([['viewer'], ['viewer', 'dispatcher'], ['viewer', 'dispatcher', 'admin']]);
  });
});
