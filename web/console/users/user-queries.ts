// Queries of the users page. All keys begin with `users`, so that one invalidation covers all of them.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { query } from '../../client/api-request.ts';
import type { UserDetails, UserList } from '../api.ts';
import { callOperator } from '../operator-api.ts';

export const usersQuery = (username: string) =>
  infiniteQueryOptions({
    queryKey: ['users', 'list', username],
    queryFn: ({ signal, pageParam }) =>
      callOperator<UserList>(`/users${query({ username, after: pageParam })}`, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) =>
      next === null ? undefined : new URL(next, location.origin).searchParams.get('after'),
  });

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: ['users', id],
    queryFn: ({ signal }) => callOperator<UserDetails>(`/users/${id}`, { signal }),
  });
