// Outcome of one HTTP request: a fully read response, or the error it stands for.
import type { ApiResponse } from './api-call.ts';
import { readRetryAfter } from './retry-policy.ts';
import { type ApiError, apiErrorOf, type ConnectionError } from './waybill-error.ts';

export type Outcome =
  | { readonly response: Response; readonly data: unknown; readonly error: null }
  | { readonly response: Response; readonly error: ApiError }
  | { readonly response: null; readonly error: ConnectionError };

export async function readOutcome(
  response: Response,
  reads: 'json' | 'text' | 'bytes',
  idempotencyKey: string | null,
): Promise<Outcome> {
  if (response.ok && reads === 'bytes') {
    return { response, data: new Uint8Array(await response.arrayBuffer()), error: null };
  }
  const text = await response.text();
  if (response.ok && reads === 'text') return { response, data: text, error: null };
  if (response.ok) return { response, data: text === '' ? undefined : JSON.parse(text), error: null };
  const error = apiErrorOf(parseJsonOrUndefined(text), {
    status: response.status,
    requestId: response.headers.get('x-request-id'),
    idempotencyKey,
    retryAfterSeconds: readRetryAfter(response.headers.get('retry-after'), Date.now()),
  });
  return { response, error };
}

function parseJsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function apiResponseOf<Data>(
  { status, headers }: Response,
  data: Data,
  idempotencyKey: string | null,
  attempts: number,
): ApiResponse<Data> {
  return {
    data,
    status,
    headers,
    requestId: headers.get('x-request-id'),
    idempotencyKey,
    isReplay: headers.get('idempotent-replayed') === 'true',
    attempts,
  };
}
