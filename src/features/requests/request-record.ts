// Turns a request into a row of the request log: parsed, redacted and truncated. Runs in the background.
import type { IncomingHttpHeaders } from 'node:http';
import type { Call, LoggedBody } from '../../http/server/request-log-hook.ts';
import { isUuid, uuidv7 } from '../../lib/ids.ts';
import { networkOf } from '../../lib/ip-network.ts';
import { redact, redactParam, shownPath } from './redaction.ts';

/** Account and credentials of the request. */
export interface RequestOwner {
  readonly account_id: string;
  readonly client_id: string;
  readonly user_id: string | null;
  readonly scopes: readonly string[];
}

/** Columns of `request_log`. */
export type RequestLogRecord = Readonly<ReturnType<typeof toRequestLogRecord>>;

const maxBodyCharacters = 16 * 1024;

export function toRequestLogRecord(call: Call, startedAtMs: number, owner: RequestOwner) {
  const request = redactBody(call.requestBody);
  const response = redactBody(call.responseBody);
  const errorFields = call.status >= 400 ? fieldsOf(response.value) : {};
  const { code, param } = errorFields;
  // Assigned field by field: a spread into an object this wide is slow.
  return {
    account_id: owner.account_id,
    client_id: owner.client_id,
    user_id: owner.user_id,
    scopes: owner.scopes,
    id: uuidv7(startedAtMs),
    request_id: call.requestId,
    method: call.method,
    route: call.route,
    path: shownPath(call.url, call.route),
    status: call.status,
    duration_ms: Math.round(call.durationMs * 10) / 10,
    ip_prefix: networkOf(call.ip),
    headers: redactHeaders(call.headers),
    error_code: typeof code === 'string' ? code : null,
    error_param: typeof param === 'string' ? redactParam(param) : null,
    replayed: call.replayed,
    booking_id: bookingOf(call, response.value),
    request_body: request.text,
    request_bytes: request.bytes,
    request_is_cut: request.isCut,
    response_body: response.text,
    response_bytes: response.bytes,
    response_is_cut: response.isCut,
  };
}

interface RedactedBody {
  readonly value: unknown;
  readonly text: string | null;
  readonly bytes: number | null;
  readonly isCut: boolean;
}

/** Bodies that are not JSON cannot be redacted by field: only their size is logged. */
function redactBody(body: LoggedBody | null): RedactedBody {
  if (body === null) return { value: undefined, text: null, bytes: null, isCut: false };
  const bytes = Buffer.byteLength(body);
  try {
    const value: unknown = JSON.parse(body.toString());
    const text = JSON.stringify(redact(value));
    const isCut = text.length > maxBodyCharacters;
    return { value, text: isCut ? text.slice(0, maxBodyCharacters) : text, bytes, isCut };
  } catch {
    return { value: undefined, text: null, bytes, isCut: false };
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** Id of the booking from the path, or from the response of POST /bookings. */
function bookingOf({ url, method, route, status }: Call, responseBody: unknown): string | null {
  const inPath = /\/bookings\/([0-9a-f-]{36})(?:[/?]|$)/i.exec(url)?.[1];
  if (inPath && isUuid(inPath)) return inPath;
  const { id } = method === 'POST' && route === '/bookings' && status === 201 ? fieldsOf(responseBody) : {};
  return typeof id === 'string' && isUuid(id) ? id : null;
}

const loggedHeaders = ['accept', 'content-type', 'user-agent'] as const;
const maxHeaderCharacters = 200;
const keyCharacters = 8;

function redactHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const name of loggedHeaders) {
    const value = headers[name];
    if (value !== undefined) shown[name] = value.slice(0, maxHeaderCharacters);
  }
  const key = headers['idempotency-key'];
  // The key is chosen by the partner and may contain personal data; its beginning is enough to recognize it.
  if (typeof key === 'string')
    shown['idempotency-key'] = key.length > keyCharacters ? `${key.slice(0, keyCharacters)}…` : key;
  return shown;
}
