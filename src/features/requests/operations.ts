// OpenAPI operation of the request log.
import { Type } from 'typebox';
import { jsonOperation } from '../../http/openapi-operation.ts';
import { problemExample } from '../../http/problem-example.ts';
import { answer, DateTime, ErrorSchema, Nullable, ref, Uuid } from '../../http/schemas.ts';
import { requestQuery } from './request-schemas.ts';
import type { LoggedRequest } from './requests-wire.ts';

const example: LoggedRequest = {
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
    id: Uuid({ description: 'The id of the entry.' }),
    request_id: Type.String({ description: 'What its answer carried as `X-Request-Id`.' }),
    at: DateTime({ description: 'When it came.' }),
    method: Type.String({ description: 'The method.' }),
    route: Nullable(
      Type.String({ description: 'The pattern of the path; null: nothing is at that address.' }),
    ),
    path: Type.String({ description: 'The path with its query; what may be personal is masked.' }),
    status: Type.Integer({ description: 'What it was answered.' }),
    duration_ms: Type.Number({ description: 'How long that took, in milliseconds.' }),
    client_id: Type.String({ description: 'The API client that made it.' }),
    error_code: Nullable(Type.String({ description: '`code` of a refusal.' })),
    error_param: Nullable(Type.String({ description: '`param` of a refusal.' })),
    replayed: Type.Boolean({
      description: 'Whether an `Idempotency-Key` was answered from its stored answer.',
    }),
    booking_id: Nullable(Uuid({ description: 'The booking it was about.' })),
  },
  { $id: 'LoggedRequest', description: 'A call of yours, as it was written down.', examples: [example] },
);

const LoggedRequestListSchema = Type.Object(
  {
    data: Type.Array(ref(LoggedRequestSchema), { description: 'Newest first.' }),
    next: Nullable(Type.String({ description: 'The address of the next page; null on the last.' })),
    previous: Nullable(Type.String({ description: 'The address of the previous page; null on the first.' })),
  },
  {
    $id: 'LoggedRequestList',
    description: 'A page of calls.',
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

export const list = {
  ...jsonOperation('Account'),
  operationId: 'requests.list',
  summary: 'List your calls',
  description:
    'What was called in the name of the account and how it was answered, newest first, page by page: follow `next` and `previous` unchanged. ' +
    'A call appears within a second or two and is kept for 30 days unless the operator says otherwise. Calls of this list are not in it. ' +
    'Bodies are in the portal.',
  querystring: RequestListQuerySchema,
  response: {
    200: answer(LoggedRequestListSchema, 'A page.'),
    400: answer(ErrorSchema, 'A parameter is not valid.', [
      problemExample('invalid_parameter', 'limit must be at most 100.', { param: 'limit' }),
    ]),
  },
};
