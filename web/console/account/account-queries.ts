// Queries of the account page.
import { queryOptions } from '@tanstack/react-query';
import type { OwnSession, PasskeyList, SecondFactor } from '../api.ts';
import { callOperator } from '../operator-api.ts';

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => callOperator<SecondFactor>('/me/second-factor', { signal }),
});

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => callOperator<PasskeyList>('/me/passkeys', { signal }),
});

export const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: ({ signal }) => callOperator<{ data: readonly OwnSession[] }>('/me/sessions', { signal }),
});
