// Request and response schemas of the request log in the operator API.
import { Type } from 'typebox';
import { DateTime, Nullable, ref, Uuid } from '../../../http/schemas.ts';
import { requestQuery } from '../../requests/request-schemas.ts';

export const OperatorRequestQuerySchema = Type.Object({
  account_id: Type.Optional(Uuid({ description: 'Calls of this account only.' })),
  ...requestQuery,
});

const text = (description: string) => Type.String({ description });
const whole = (description: string) => Nullable(Type.Integer({ description }));

const facts = {
  id: Uuid({ description: 'The id of the entry.' }),
  request_id: text('What the answer said in X-Request-Id. Callers may choose it, so it need not be unique.'),
  at: DateTime({ description: 'When the call came in.' }),
  method: text('The method.'),
  route: Nullable(text('The pattern of the path; null: there is nothing at that address.')),
  path: text('The path as it was called; what may be personal in it is masked.'),
  status: Type.Integer({ description: 'The status of the answer.' }),
  duration_ms: Type.Number({ description: 'From the arrival of the call to its answer, in milliseconds.' }),
  client_id: text('The API client whose token it carried.'),
  error_code: Nullable(text('`code` of the refusal.')),
  error_param: Nullable(text('`param` of the refusal.')),
  replayed: Type.Boolean({ description: 'true: answered from what was stored under its Idempotency-Key.' }),
  booking_id: Nullable(Uuid({ description: 'The booking it was about.' })),
  account: Type.Object(
    { id: Uuid({ description: 'Its id.' }), name: text('Its name.') },
    { description: 'Whose call it was.' },
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

const OperatorRequestSchema = Type.Object(facts, {
  $id: 'OperatorRequest',
  description: 'A call of a partner.',
  examples: [example],
});

export const OperatorRequestPageSchema = Type.Object(
  {
    data: Type.Array(ref(OperatorRequestSchema), { description: 'Newest first.' }),
    next: Nullable(Uuid({ description: 'For `after`; null on the last page.' })),
  },
  {
    $id: 'OperatorRequestPage',
    description: 'A page of the request log.',
    examples: [{ data: [example], next: null }],
  },
);

export const OperatorRequestDetailSchema = Type.Object(
  {
    ...facts,
    user_id: Nullable(Uuid({ description: 'The person for whom the token acts.' })),
    scopes: Type.Array(Type.String(), { description: 'What the token admits to.' }),
    ip_prefix: text('The network it came from.'),
    headers: Type.Record(Type.String(), Type.String(), {
      description: 'Headers that matter to the answer, never Authorization.',
    }),
    request_body: Nullable(text('What was sent, masked; null: nothing, no JSON, or not kept.')),
    request_bytes: whole('How much was sent.'),
    request_is_cut: Type.Boolean({ description: 'true: `request_body` is only its beginning.' }),
    response_body: Nullable(text('What was answered, masked; null: nothing, no JSON, or not kept.')),
    response_bytes: whole('How much was answered.'),
    response_is_cut: Type.Boolean({ description: 'true: `response_body` is only its beginning.' }),
  },
  {
    $id: 'OperatorRequestDetail',
    description: 'A call with everything that is kept of it.',
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
