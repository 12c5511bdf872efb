// One GET to a geocoding service: bounded in time and size, and every way it can go wrong is a value. No address of the
// service, and so no key in it, ever reaches a reason.
import { Agent, request } from 'undici';

type ProviderReply =
  | { readonly kind: 'ok'; readonly body: unknown }
  /** The service understood us and will not take this question: the address is at fault. */
  | { readonly kind: 'rejected' }
  | { readonly kind: 'failed'; readonly reason: string; readonly retryAfterSeconds: number };

export interface HttpProvider {
  getJson(url: URL): Promise<ProviderReply>;
}

export const DEFAULT_TIMEOUT_MILLISECONDS = 2500;
const LARGEST_ANSWER_BYTES = 1024 * 1024;
const RETRY_AFTER_SECONDS = 10;
const LONGEST_RETRY_AFTER_SECONDS = 3600;
// Public services ask to be told who is calling.
const USER_AGENT = 'waybill-geocoder/1';

export function createHttpProvider(name: string, timeoutMilliseconds: number): HttpProvider {
  const dispatcher = new Agent({
    connections: 16,
    connect: { timeout: timeoutMilliseconds },
    maxResponseSize: LARGEST_ANSWER_BYTES,
  });
  return {
    async getJson(url) {
      // One clock for the whole exchange: a server that sends a byte a second must not outlast it.
      const signal = AbortSignal.timeout(timeoutMilliseconds);
      try {
        const { statusCode, headers, body } = await request(url, {
          dispatcher,
          signal,
          headers: { accept: 'application/json', 'user-agent': USER_AGENT },
        });
        const text = await body.text();
        return readReply(name, statusCode, headers['retry-after'], text);
      } catch (error) {
        const what = signal.aborted ? `did not answer within ${timeoutMilliseconds} ms` : whatFailed(error);
        return failed(`${name} ${what}.`);
      }
    },
  };
}

function readReply(
  name: string,
  status: number,
  retryAfter: string | string[] | undefined,
  text: string,
): ProviderReply {
  if (status === 200) {
    const body = parseJson(text);
    return body === undefined ? failed(`${name} gave an answer that is not JSON.`) : { kind: 'ok', body };
  }
  if (status === 400 || status === 414 || status === 422) return { kind: 'rejected' };
  if (status === 401 || status === 403)
    return failed(`${name} refused the key or the caller (status ${status}).`);
  if (status === 429) return failed(`${name} is over its request limit.`, retryAfter);
  return failed(`${name} answered with status ${status}.`, retryAfter);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function failed(reason: string, retryAfter?: string | string[]): ProviderReply {
  return { kind: 'failed', reason, retryAfterSeconds: secondsFrom(retryAfter) };
}

/** `Retry-After` in seconds; a date, an absent or a silly value count as the usual pause. */
function secondsFrom(retryAfter: string | string[] | undefined): number {
  const seconds =
    typeof retryAfter === 'string' && /^\d+$/.test(retryAfter) ? Number(retryAfter) : RETRY_AFTER_SECONDS;
  return Math.min(Math.max(1, seconds), LONGEST_RETRY_AFTER_SECONDS);
}

/** Only error codes: a message could hold the URL. */
function whatFailed(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE'
    ? 'gave an answer that is too large'
    : `cannot be reached (${code})`;
}
