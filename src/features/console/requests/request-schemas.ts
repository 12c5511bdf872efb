// Request and response schemas of the request log in the operator API.
import { Type } from 'typebox';
import { Nullable, named, ref, Uuid } from '../../../http/operations/schemas.ts';
import { requestDetailFields, requestFields, requestQuery } from '../../requests/request-schemas.ts';
import { accountRef } from '../accounts/account-schemas.ts';

export const OperatorRequestQuerySchema = Type.Object({
  account_id: Type.Optional(Uuid({ description: 'Id of an account to filter by.' })),
  ...requestQuery,
});

const fields = {
  ...requestFields,
  account: accountRef('Account that made the request.'),
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

const OperatorRequestSchema = Type.Object(
  fields,
  named('OperatorRequest', 'A logged request of a partner.', example),
);

export const OperatorRequestPageSchema = Type.Object(
  {
    data: Type.Array(ref(OperatorRequestSchema), { description: 'Log entries, newest first.' }),
    next: Nullable(Uuid({ description: 'Value for `after`; null on the last page.' })),
  },
  named('OperatorRequestPage', 'A page of the request log.', { data: [example], next: null }),
);

export const OperatorRequestDetailSchema = Type.Object(
  {
    ...fields,
    ...requestDetailFields,
  },
  named('OperatorRequestDetail', 'A logged request with its stored bodies.', {
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
  }),
);

export const requestSchemas = [OperatorRequestSchema, OperatorRequestPageSchema, OperatorRequestDetailSchema];
