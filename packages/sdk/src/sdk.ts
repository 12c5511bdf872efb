// Public exports of the package.

export type * from './api.generated.ts';
export type {
  ApiResponse,
  /** @deprecated Use `ApiResponse`. */
  ApiResponse as Answer,
} from './api-call.ts';
export { ApiCall } from './api-call.ts';
export type { FollowOptions } from './events.ts';
export type { PageOf } from './paged-call.ts';
export { PagedCall } from './paged-call.ts';
export type {
  ClientCredentials,
  StoredToken,
  /** @deprecated Use `StoredToken`. */
  StoredToken as KeptToken,
  TokenStore,
} from './token-source.ts';
export type { Attempt, RequestOptions, WriteOptions } from './transport.ts';
export type { ClientOptions, WaybillOptions, WithCredentials, WithToken } from './waybill.ts';
export { Waybill } from './waybill.ts';
export type { ErrorCode, ErrorType } from './waybill-error.ts';
export {
  ApiError,
  AuthenticationError,
  ConnectionError,
  InvalidRequestError,
  RateLimitError,
  ServerError,
  TimeoutError,
  ValidationError,
  WaybillError,
  WebhookVerificationError,
} from './waybill-error.ts';
export type { SignedWebhook, SignOptions, VerifyOptions, WebhookHeaders } from './webhooks.ts';
export { webhooks } from './webhooks.ts';
