// Bounded JSON request to an external service: one time limit for the whole exchange, a size limit for the response,
// and an outcome instead of an exception. Reasons never contain the URL, which may include a key. Idempotent requests
// (routing, geocoding, payments with an idempotency key) are retried once if a kept-alive connection turns out to be
// dead; other requests must set `isRepeatable` to false.
import { request } from 'undici';

export interface JsonRequest {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as a form, for services that do not accept JSON. */
  readonly form?: URLSearchParams;
  /** From the first packet to the last byte of the response. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** Whether the request is idempotent; default true. */
  readonly isRepeatable?: boolean;
}

export type JsonResponse =
  | {
      readonly kind: 'response';
      readonly status: number;
      /** null for an error status without a JSON body: gateways return HTML. */
      readonly body: unknown;
      readonly retryAfterSeconds: number | null;
    }
  | { readonly kind: 'failed'; readonly reason: string };

const CONNECTION_LOST_CODES: readonly string[] = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'];

class ResponseTooLarge extends Error {}

export async function requestJson(url: string | URL, options: JsonRequest): Promise<JsonResponse> {
  const signal = AbortSignal.timeout(options.timeoutMs);
  try {
    const send = () =>
      request(url, {
        method: options.method ?? 'GET',
        headers: headersOf(options),
        body: bodyOf(options),
        signal,
      });
    const response = await send().catch((error: unknown) => {
      if (options.isRepeatable === false || !CONNECTION_LOST_CODES.includes(codeOf(error))) throw error;
      return send();
    });
    const text = await readText(response.body, options.maxBytes);
    return parseResponse(response.statusCode, text, response.headers['retry-after']);
  } catch (error) {
    if (signal.aborted)
      return { kind: 'failed', reason: `no complete response within ${options.timeoutMs} ms` };
    if (error instanceof ResponseTooLarge)
      return { kind: 'failed', reason: `the response exceeds ${options.maxBytes} bytes` };
    return { kind: 'failed', reason: `the request failed (${codeOf(error)})` };
  }
}

function bodyOf({ body, form }: JsonRequest): string | null {
  if (form) return form.toString();
  return body === undefined ? null : JSON.stringify(body);
}

function headersOf({ headers, body, form }: JsonRequest): Record<string, string> {
  const contentType = form
    ? { 'content-type': 'application/x-www-form-urlencoded' }
    : body !== undefined && { 'content-type': 'application/json' };
  return { accept: 'application/json', 'user-agent': 'waybill', ...contentType, ...headers };
}

async function readText(body: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new ResponseTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseResponse(
  status: number,
  text: string,
  retryAfter: string | string[] | undefined,
): JsonResponse {
  const retryAfterSeconds = /^\d{1,6}$/.test(String(retryAfter)) ? Number(retryAfter) : null;
  try {
    return { kind: 'response', status, body: JSON.parse(text), retryAfterSeconds };
  } catch {
    if (status >= 400) return { kind: 'response', status, body: null, retryAfterSeconds };
    return { kind: 'failed', reason: `the response (HTTP status ${status}) is not JSON` };
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
