// Queries of the operators page. All keys begin with `operators`, so that one invalidation covers all of them.
import { queryOptions } from '@tanstack/react-query';
import type { Invitation, Operator, SignInPolicy } from '../api.ts';
import { callOperator } from '../operator-api.ts';

export const operatorsQuery = queryOptions({
  queryKey: ['operators', 'list'],
  queryFn: ({ signal }) => callOperator<{ data: readonly Operator[] }>('/operators', { signal }),
});

export const invitationsQuery = queryOptions({
  queryKey: ['operators', 'invitations'],
  queryFn: ({ signal }) => callOperator<{ data: readonly Invitation[] }>('/invitations', { signal }),
});

export const policyQuery = queryOptions({
  queryKey: ['operators', 'policy'],
  queryFn: ({ signal }) => callOperator<SignInPolicy>('/sign-in-policy', { signal }),
});
