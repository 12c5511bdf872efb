// One bounded request to a service outside that answers JSON: a time limit over everything, a size limit on the answer,
// and an outcome instead of an exception. Reasons never hold the address, which may carry a key. What is safe to ask twice,
// as questions to routers and geocoders are, and payments under a key of their own, is asked again when a connection kept
// open turns out to be dead; the rest must say that it is not.
import { request } from 'undici';

export interface JsonRequest {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as a form, for services that take no JSON. */
  readonly form?: URLSearchParams;
  /** From the first packet to the last byte of the answer. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** Whether asking twice does no more than asking once; true unless given. */
  readonly isRepeatable?: boolean;
}

export type JsonAnswer =
  | {
      readonly kind: 'answer';
      readonly status: number;
      /** Null for an error status without JSON: gateways speak HTML. */
      readonly body: unknown;
      readonly retryAfterSeconds: number | null;
    }
  | { readonly kind: 'failed'; readonly reason: string };

const CUT_OFF: readonly string[] = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'];

class AnswerTooLarge extends Error {}

export async function requestJson(url: string | URL, options: JsonRequest): Promise<JsonAnswer> {
  const signal = AbortSignal.timeout(options.timeoutMs);
  try {
    const ask = () =>
      request(url, {
        method: options.method ?? 'GET',
        headers: headersOf(options),
        body: bodyOf(options),
        signal,
      });
    const response = await ask().catch((error: unknown) => {
      if (options.isRepeatable === false || !CUT_OFF.includes(codeOf(error))) throw error;
      return ask();
    });
    const text = await readText(response.body, options.maxBytes);
    return answer(response.statusCode, text, response.headers['retry-after']);
  } catch (error) {
    if (signal.aborted) return { kind: 'failed', reason: `no full answer within ${options.timeoutMs} ms` };
    if (error instanceof AnswerTooLarge)
      return { kind: 'failed', reason: `the answer exceeds ${options.maxBytes} bytes` };
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
    if (bytes > maxBytes) throw new AnswerTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function answer(status: number, text: string, retryAfter: string | string[] | undefined): JsonAnswer {
  const retryAfterSeconds = /^\d{1,6}$/.test(String(retryAfter)) ? Number(retryAfter) : null;
  try {
    return { kind: 'answer', status, body: JSON.parse(text), retryAfterSeconds };
  } catch {
    if (status >= 400) return { kind: 'answer', status, body: null, retryAfterSeconds };
    return { kind: 'failed', reason: `the answer (HTTP ${status}) is not JSON` };
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
