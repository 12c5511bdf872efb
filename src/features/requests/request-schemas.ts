// Schemas of the request log that the partner API, the portal and the operator API share.
import { type Static, Type } from 'typebox';
import {
  DateTime,
  Nullable,
  OneOf,
  pageOf,
  QueryText,
  Timestamp,
  Uuid,
  type View,
} from '../../http/operations/schemas.ts';

export const requestQuery = {
  status: Type.Optional(
    Type.String({
      pattern: '^([1-5]xx|[1-5]\\d\\d|failed)$',
      'x-expected': 'a status such as 404, a class such as 4xx, or failed',
      description: 'HTTP status (`404`), class (`4xx`), or `failed` for all statuses from 400.',
    }),
  ),
  method: Type.Optional(OneOf(['GET', 'POST', 'PATCH', 'DELETE'], { description: 'HTTP method.' })),
  path: Type.Optional(QueryText(200, { description: 'Part of the path.' })),
  search: Type.Optional(QueryText(128, { description: 'Request id, booking id or client id.' })),
  from: Type.Optional(DateTime({ description: 'Only requests at or after this time.' })),
  to: Type.Optional(DateTime({ description: 'Only requests before this time.' })),
  after: Type.Optional(Uuid({ description: '`next` of the previous page.' })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, description: 'Entries per page. Default: 50.' }),
  ),
};

export const RequestQuerySchema = Type.Object(requestQuery);
export type RequestFilters = Static<typeof RequestQuerySchema>;

const text = (description: string) => Type.String({ description });
const nullableInteger = (description: string) => Nullable(Type.Integer({ description }));

export const requestFields = {
  id: Uuid({ description: 'Unique id of the log entry.' }),
  request_id: text(
    'Value of the response header `X-Request-Id`. Callers can choose it, so it is not necessarily unique.',
  ),
  at: Timestamp({ description: 'When the request was received.' }),
  method: text('HTTP method.'),
  route: Nullable(text('Route pattern; null if no route matched.')),
  path: text('Requested path, with personal data masked.'),
  status: Type.Integer({ description: 'HTTP status of the response.' }),
  duration_ms: Type.Number({ description: 'Time from receipt to response in milliseconds.' }),
  client_id: text('OAuth client id of the access token.'),
  error_code: Nullable(text('`code` of the error; null for successful requests.')),
  error_param: Nullable(text('`param` of the error; null if none.')),
  replayed: Type.Boolean({ description: 'Whether the response was replayed for an idempotency key.' }),
  booking_id: Nullable(Uuid({ description: 'Id of the booking that the request was about; null if none.' })),
};

export const requestDetailFields = {
  user_id: Nullable(
    Uuid({ description: 'Id of the user that the token acts for; null for client credentials.' }),
  ),
  scopes: Type.Array(Type.String(), { description: 'Scopes of the access token.' }),
  ip_prefix: text('Network prefix of the client address.'),
  headers: Type.Record(Type.String(), Type.String(), {
    description: 'Request headers that influence the response. Never contains `Authorization`.',
  }),
  request_body: Nullable(text('Masked request body; null if empty, not JSON or not stored.')),
  request_bytes: nullableInteger('Size of the request body in bytes.'),
  request_is_cut: Type.Boolean({ description: 'Whether `request_body` is truncated.' }),
  response_body: Nullable(text('Masked response body; null if empty, not JSON or not stored.')),
  response_bytes: nullableInteger('Size of the response body in bytes.'),
  response_is_cut: Type.Boolean({ description: 'Whether `response_body` is truncated.' }),
};

const LoggedRequestSchema = Type.Object(requestFields, { $id: 'LoggedRequest' });
export type LoggedRequest = View<typeof LoggedRequestSchema>;
export const RequestPageSchema = pageOf(LoggedRequestSchema, 'RequestPage');
export const RequestDetailSchema = Type.Object(
  { ...requestFields, ...requestDetailFields },
  { $id: 'RequestDetail' },
);
export type RequestDetail = View<typeof RequestDetailSchema>;
