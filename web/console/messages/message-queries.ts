// Queries of the message pages.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { query } from '../../client/api-request.ts';
import type { Message, MessageList } from '../api.ts';
import { callOperator } from '../operator-api.ts';

export interface MessageFilters {
  readonly status: string;
  readonly channel: string;
  readonly account: string;
  readonly booking: string;
  readonly address: string;
}

export const messagesQuery = ({ status, channel, account, booking, address }: MessageFilters) =>
  infiniteQueryOptions({
    queryKey: ['messages', { status, channel, account, booking, address }],
    queryFn: ({ signal, pageParam }) => {
      const params = { status, channel, account_id: account, booking, address, after: pageParam };
      return callOperator<MessageList>(`/messages${query(params)}`, { signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) =>
      next === null ? undefined : new URL(next, location.origin).searchParams.get('after'),
  });

export const messageQuery = (id: string) =>
  queryOptions({
    queryKey: ['message', id],
    queryFn: ({ signal }) => callOperator<Message>(`/messages/${id}`, { signal }),
  });
