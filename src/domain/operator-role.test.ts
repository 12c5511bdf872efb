import { describe, expect, it } from 'vitest';
import { mayActAs, OPERATOR_ROLES } from './operator-role.ts';

describe('the role of an operator', () => {
  it('holds what every lesser role may do, and nothing above it', () => {
    const table = OPERATOR_ROLES.map((role) => OPERATOR_ROLES.filter((needed) => mayActAs(role, needed)));
    expect(table).toEqual([['viewer'], ['viewer', 'dispatcher'], ['viewer', 'dispatcher', 'admin']]);
  });
});
