// Queries of the operators page. All keys begin with `operators`, so that one invalidation covers all of them.
import { queryOptions } from '@tanstack/react-query';
import type { OperatorWire } from '../../../src/features/console/accounts/account-wire.ts';
import type { Invitation, SignInPolicyWire } from '../../../src/features/console/sign-in/sign-in-wire.ts';
import { callOperator } from '../operator-api.ts';

export const operatorsQuery = queryOptions({
  queryKey: ['operators', 'list'],
  queryFn: ({ signal }) => callOperator<{ data: readonly OperatorWire[] }>('/operators', { signal }),
});

export const invitationsQuery = queryOptions({
  queryKey: ['operators', 'invitations'],
  queryFn: ({ signal }) => callOperator<{ data: readonly Invitation[] }>('/invitations', { signal }),
});

export const policyQuery = queryOptions({
  queryKey: ['operators', 'policy'],
  queryFn: ({ signal }) => callOperator<SignInPolicyWire>('/sign-in-policy', { signal }),
});
