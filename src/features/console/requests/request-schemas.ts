// Request and response schemas of the request log in the operator API.
import { Type } from 'typebox';
import { DateTime, Nullable, ref, Uuid } from '../../../http/operations/schemas.ts';
import { requestQuery } from '../../requests/request-schemas.ts';

export const OperatorRequestQuerySchema = Type.Object({
  account_id: Type.Optional(Uuid({ description: 'Id of an account to filter by.' })),
  ...requestQuery,
});

const text = (description: string) => Type.String({ description });
const nullableInteger = (description: string) => Nullable(Type.Integer({ description }));

const requestFields = {
  id: Uuid({ description: 'Unique id of the log entry.' }),
  request_id: text(
    'Value of the response header `X-Request-Id`. Callers can choose it, so it is not necessarily unique.',
  ),
  at: DateTime({ description: 'When the request was received.' }),
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
  account: Type.Object(
    { id: Uuid({ description: 'Unique id of the account.' }), name: text('Name of the account.') },
    { description: 'Account that made the request.' },
  ),
};

const example = {
  id: '01941f29-7c00-7aaa-8f21-5a7f3c2b9e10',
  request_id: 'f3b0a5c2-6a53-4c38-9a0e-0a9e6d3c5a11',
  at: '2030-01-15T09:30:00.000Z',
  method: 'POST',
  route: '/bookings',
  path: '/bookings',
  status: 400,
  duration_ms: 4.2,
  client_id: 'wb_production_client_Zk3v8Qm1',
  error_code: 'missing_parameter',
  error_param: 'contacts[0].phone_number',
  replayed: false,
  booking_id: null,
  account: { id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9f01', name: 'Acme Furniture' },
};

const OperatorRequestSchema = Type.Object(requestFields, {
  $id: 'OperatorRequest',
  description: 'A logged request of a partner.',
  examples: [example],
});

export const OperatorRequestPageSchema = Type.Object(
  {
    data: Type.Array(ref(OperatorRequestSchema), { description: 'Log entries, newest first.' }),
    next: Nullable(Uuid({ description: 'Value for `after`; null on the last page.' })),
  },
  {
    $id: 'OperatorRequestPage',
    description: 'A page of the request log.',
    examples: [{ data: [example], next: null }],
  },
);

export const OperatorRequestDetailSchema = Type.Object(
  {
    ...requestFields,
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
  },
  {
    $id: 'OperatorRequestDetail',
    description: 'A logged request with its stored bodies.',
    examples: [
      {
        ...example,
        user_id: null,
        scopes: ['org'],
        ip_prefix: '192.0.2.0/24',
        headers: { 'content-type': 'application/json' },
        request_body: '{"quote_id":"0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9f02","contacts":[{"name":"•••"}]}',
        request_bytes: 96,
        request_is_cut: false,
        response_body:
          '{"type":"validation_error","message":"contacts[0].phone_number is required.","param":"contacts[0].phone_number","code":"missing_parameter"}',
        response_bytes: 140,
        response_is_cut: false,
      },
    ],
  },
);

export const requestSchemas = [OperatorRequestSchema, OperatorRequestPageSchema, OperatorRequestDetailSchema];
