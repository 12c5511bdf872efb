import { expect, test } from 'vitest';
import { referenceLabel } from './reference-label.ts';

test.each([
  [{ kind: 'operator', id: '01a1', name: 'Dana Reyes' }, 'operator Dana Reyes'],
  [{ kind: 'crew_member', id: '01a1', name: null }, 'crew member 01a1'],
  [{ kind: 'anonymous', id: 'operator_sign_in', name: null }, 'anonymous at console sign-in'],
  [{ kind: 'anonymous', id: 'a_new_place', name: null }, 'anonymous at a_new_place'],
  [{ kind: 'crew_member_name', id: 'LQoEqvs8dJ0x', name: null }, 'unknown crew member LQoEqvs8'],
])('describes %j as %s', (reference, text) => {
  const { kind, name } = referenceLabel(reference);
  expect(`${kind} ${name}`).toBe(text);
});
