// Error classes: `instanceof` distinguishes the type, `code` the exact case.
import type { ErrorBody } from './api.generated.ts';

export type ErrorType = ErrorBody['type'];
export type ErrorCode = NonNullable<ErrorBody['code']>;

/** Base class of all errors thrown by the SDK. An aborted call throws the reason of its signal instead. */
export class WaybillError extends Error {
  override readonly name: string = 'WaybillError';
}

/** Metadata of a failed call. */
export interface FailedCall {
  readonly status: number;
  readonly requestId: string | null;
  /** Key under which the write can be repeated safely; null for reads. */
  readonly idempotencyKey: string | null;
  readonly retryAfterSeconds: number | null;
}

/** The service responded with an error. */
export class ApiError extends WaybillError {
  override readonly name: string = 'ApiError';
  readonly type: ErrorType;
  /** Stable error code; null if the response has none. */
  readonly code: ErrorCode | null;
  /** Path of the invalid parameter, such as `stops[1].location`. */
  readonly param: string | null;
  /** URL of the documentation of the error code. */
  readonly docUrl: string | null;
  readonly status: number;
  /** Include it in support requests: it identifies the request. */
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(body: ErrorBody, call: FailedCall) {
    super(body.message);
    this.type = body.type;
    this.code = body.code;
    this.param = body.param;
    this.docUrl = body.doc_url ?? null;
    this.status = call.status;
    this.requestId = call.requestId;
    this.idempotencyKey = call.idempotencyKey;
    this.retryAfterSeconds = call.retryAfterSeconds;
  }
}

/** A parameter is invalid; `param` names it. */
export class ValidationError extends ApiError {
  override readonly name = 'ValidationError';
  declare readonly type: 'validation_error';
}

/** The credentials or the token are invalid, or do not permit this operation. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError';
  declare readonly type: 'authentication_error';
}

/**
 * The request is well formed but not possible in the current state: the window is no longer available, the booking has
 * ended.
 */
export class InvalidRequestError extends ApiError {
  override readonly name = 'InvalidRequestError';
  declare readonly type: 'invalid_request_error';
}

/** Too many requests, also after all retries. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
  declare readonly type: 'rate_limit_error';
}

/** The service failed or is unavailable. Repeating with the same `idempotencyKey` is safe. */
export class ServerError extends ApiError {
  override readonly name = 'ServerError';
  declare readonly type: 'api_error';
}

/**
 * No complete response was received. The request may have been processed; repeating with the same `idempotencyKey` is
 * safe.
 */
export class ConnectionError extends WaybillError {
  override readonly name: string = 'ConnectionError';
  readonly idempotencyKey: string | null;

  constructor(message: string, { idempotencyKey, cause }: { idempotencyKey: string | null; cause: unknown }) {
    super(message, { cause });
    this.idempotencyKey = idempotencyKey;
  }
}

/** No response within the time-out. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError';
}

/** The webhook is not authentic. */
export class WebhookVerificationError extends WaybillError {
  override readonly name = 'WebhookVerificationError';
}

const classes: Readonly<Record<ErrorType, typeof ApiError>> = {
  validation_error: ValidationError,
  authentication_error: AuthenticationError,
  invalid_request_error: InvalidRequestError,
  rate_limit_error: RateLimitError,
  api_error: ServerError,
};

/** Error for an unsuccessful response, which a proxy may have written. */
export function apiErrorOf(body: unknown, call: FailedCall): ApiError {
  if (isErrorBody(body)) return new classes[body.type](body, call);
  const message = `The service returned status ${call.status} without an error body.`;
  return new ServerError({ type: 'api_error', message, param: null, code: null }, call);
}

function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== 'object' || body === null || !('type' in body) || !('message' in body)) return false;
  return typeof body.message === 'string' && Object.hasOwn(classes, String(body.type));
}
