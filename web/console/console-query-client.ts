// Query client of the console. A 401 response ends the session only if the session is really over: step-up replaces the
// cookie, and a request that was already under way then arrives with the previous one.
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../client/api-request.ts';
import { createQueryClient } from '../client/query-client.ts';
import type { OperatorSession } from './api.ts';
import { callOperator } from './operator-api.ts';

export function createConsoleClient(onSessionEnd: () => void): QueryClient {
  let isChecking = false;
  async function endIfOver(): Promise<void> {
    if (isChecking) return;
    isChecking = true;
    try {
      await callOperator<OperatorSession>('/session');
      void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) onSessionEnd();
    } finally {
      isChecking = false;
    }
  }
  const client = createQueryClient(() => void endIfOver());
  return client;
}
