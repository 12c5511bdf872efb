// Retries calls while the response is 503: on a busy machine, connecting to PostgreSQL may take longer than a request
// waits.
import { ApiClient } from './api-client.ts';
import { until } from './until.ts';

export function answered<Answer extends { readonly status: number }>(
  call: () => Promise<Answer>,
): Promise<Answer> {
  return until(call, ({ status }) => status !== 503);
}

export async function signInWithRetry(
  baseUrl: string,
  credentials: { clientId: string; clientSecret: string },
): Promise<ApiClient> {
  const attempt = () =>
    ApiClient.signIn(baseUrl, credentials).catch((error: unknown) => {
      if (error instanceof Error && error.message.startsWith('no token: 503')) return null;
      throw error;
    });
  const api = await until(attempt, (signedIn) => signedIn !== null);
  if (api === null) throw new Error('sign-in failed');
  return api;
}
