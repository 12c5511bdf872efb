// HTTP client of the portal and the console. Throws `ApiError` for an error response and `NetworkDownError` if no
// response arrives; aborted requests throw the browser's `AbortError`.

import type { SavedFile } from './save-file.ts';
import { noteServerTime } from './server-clock.ts';

/** Error response of the API. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** Request field that caused the error, if any. */
  readonly param: string | null;

  constructor(status: number, body: ErrorBody) {
    super(
      body.message ??
        `The server responded with status ${status}. Try again. If the error persists, contact support.`,
    );
    this.status = status;
    this.code = body.code ?? 'unknown';
    this.param = body.param ?? null;
  }
}

/** No response: offline, DNS failure, connection lost. */
export class NetworkDownError extends Error {
  constructor() {
    super('The server cannot be reached. Check your connection and try again.');
  }
}

interface ErrorBody {
  readonly message?: string;
  readonly code?: string;
  readonly param?: string | null;
}

export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
  readonly csrfToken?: string;
  /** Binary body (an image) instead of JSON. */
  readonly file?: Blob;
  /** Sent as `Idempotency-Key`, so that a retry has no second effect. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** Sent as `X-Session-Use: none`: the request does not keep an idle session alive. */
  readonly isBackground?: boolean;
}

/** `ResponseBody` is the response type of the route; a 204 response returns undefined. The body is not validated. */
export async function callApi<ResponseBody>(url: string, call: Call = {}): Promise<ResponseBody> {
  const response = await fetchOrThrow(url, call);
  noteServerTime(response.headers.get('date'));
  const text = await response.text().catch(() => {
    throw new NetworkDownError();
  });
  const body = readJson(text);
  if (!response.ok) throw new ApiError(response.status, body ?? {});
  return body as ResponseBody;
}

/** Downloads a file, named by the response. */
export async function fetchFile(url: string, call: Call = {}): Promise<SavedFile> {
  const response = await fetchOrThrow(url, call);
  if (!response.ok) {
    const body = readJson(await response.text().catch(() => ''));
    throw new ApiError(response.status, body ?? {});
  }
  const content = await response.blob().catch(() => {
    throw new NetworkDownError();
  });
  const disposition = response.headers.get('content-disposition') ?? '';
  return { content, name: /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'download' };
}

async function fetchOrThrow(url: string, call: Call) {
  const { method = 'GET', body, file, csrfToken, idempotencyKey, signal, isBackground } = call;
  try {
    return await fetch(url, {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(file && { 'content-type': file.type }),
        ...(csrfToken !== undefined && { 'x-csrf-token': csrfToken }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...(isBackground && { 'x-session-use': 'none' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(file && { body: file }),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new NetworkDownError();
  }
}

function readJson(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Query string with a leading `?`; null, undefined and empty values are omitted. */
export function query(values: Readonly<Record<string, string | number | null | undefined>>): string {
  const entries = Object.entries(values).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

/**
 * Message of the error if it is about field `param`, else null. `contact_email must …` becomes `The contact e-mail must …`,
 * or begins with the label of the field in the form.
 */
export function errorForParam(
  error: Error | null,
  param: string,
  label = `The ${param.replaceAll('_', ' ').replace(/\bemail\b/, 'e-mail')}`,
): string | null {
  if (!(error instanceof ApiError) || error.param !== param) return null;
  const { message } = error;
  return message.startsWith(`${param} `) ? label + message.slice(param.length) : message;
}

/** Message of the error if it is about none of these fields, else null. */
export function errorForOtherParams(error: Error | null, ...params: readonly string[]): string | null {
  if (error === null) return null;
  return params.some((param) => errorForParam(error, param) !== null) ? null : error.message;
}
