// Query client of a page with a session. A 401 response ends the session only if the session is really over: step-up replaces
// the cookie, and a request that was already under way then arrives with the previous one.
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-request.ts';
import { createQueryClient } from './query-client.ts';

/** `readSession` rejects with 401 if the session has ended. */
export function createSessionQueryClient(
  readSession: () => Promise<unknown>,
  onSessionEnd: () => void,
): QueryClient {
  let isChecking = false;
  async function endIfOver(): Promise<void> {
    if (isChecking) return;
    isChecking = true;
    try {
      await readSession();
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
