// Schemas of the request log in the partner API.
import { Type } from 'typebox';
import { Nullable, ref, Timestamp, Uuid } from '../../http/operations/schemas.ts';
import { requestQuery } from './request-schemas.ts';

const example = {
  id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8ec001',
  request_id: '5f0c7a52-2c1b-4a86-a2cf-0d5a4ad1f3e8',
  at: '2030-01-30T15:04:05.000Z',
  method: 'POST',
  route: '/bookings',
  path: '/bookings',
  status: 400,
  duration_ms: 12,
  client_id: 'wb_sandbox_client_0123456789abcdef',
  error_code: 'invalid_tip',
  error_param: 'tip',
  replayed: false,
  booking_id: null,
};

const LoggedRequestSchema = Type.Object(
  {
    id: Uuid({ description: 'Identifier of the log entry.' }),
    request_id: Type.String({ description: 'Value of `X-Request-Id` in the response.' }),
    at: Timestamp({ description: 'Time when the request was received.' }),
    method: Type.String({ description: 'HTTP method.' }),
    route: Nullable(Type.String({ description: 'Route pattern of the path. `null` if no route matched.' })),
    path: Type.String({ description: 'Path with its query. Values that may be personal data are masked.' }),
    status: Type.Integer({ description: 'HTTP status of the response.' }),
    duration_ms: Type.Number({ description: 'Processing time in milliseconds.' }),
    client_id: Type.String({ description: 'API client that sent the request.' }),
    error_code: Nullable(Type.String({ description: '`code` of the error response.' })),
    error_param: Nullable(Type.String({ description: '`param` of the error response.' })),
    replayed: Type.Boolean({
      description: 'Whether the stored response of an `Idempotency-Key` was returned.',
    }),
    booking_id: Nullable(Uuid({ description: 'The booking that the request was about.' })),
  },
  { $id: 'LoggedRequest', description: 'A request to the API, as logged.', examples: [example] },
);

export const LoggedRequestListSchema = Type.Object(
  {
    data: Type.Array(ref(LoggedRequestSchema), { description: 'Newest first.' }),
    next: Nullable(Type.String({ description: 'URL of the next page. `null` on the last page.' })),
    previous: Nullable(Type.String({ description: 'URL of the previous page. `null` on the first page.' })),
  },
  {
    $id: 'LoggedRequestList',
    description: 'A page of the request log.',
    examples: [{ data: [example], next: null, previous: null }],
  },
);

export const requestLogSchemas = [LoggedRequestSchema, LoggedRequestListSchema];

const { status, method, path, search, from, to } = requestQuery;
const cursor = (description: string) => Type.Optional(Type.String({ maxLength: 200, description }));

export const RequestListQuerySchema = Type.Object(
  {
    after: cursor('Cursor from `next`.'),
    before: cursor('Cursor from `previous`; not together with `after`.'),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Default: 20.' })),
    status,
    method,
    path,
    search,
    from,
    to,
  },
  { additionalProperties: false },
);
