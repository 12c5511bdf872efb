// Query parameters of the request log, shared by the API, the portal and the operator API.
import { Type } from 'typebox';
import { DateTime, OneOf, Uuid } from '../../http/operations/schemas.ts';

const word = (maxLength: number, description: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '^[^\\u0000]*$',
    'x-expected': 'text without NUL characters',
    description,
  });

export const requestQuery = {
  status: Type.Optional(
    Type.String({
      pattern: '^([1-5]xx|[1-5]\\d\\d|failed)$',
      'x-expected': 'a status such as 404, a class such as 4xx, or failed',
      description: 'HTTP status (`404`), class (`4xx`), or `failed` for all statuses from 400.',
    }),
  ),
  method: Type.Optional(OneOf(['GET', 'POST', 'PATCH', 'DELETE'], { description: 'HTTP method.' })),
  path: Type.Optional(word(200, 'Part of the path.')),
  search: Type.Optional(word(128, 'Request id or booking id.')),
  from: Type.Optional(DateTime({ description: 'Only requests at or after this time.' })),
  to: Type.Optional(DateTime({ description: 'Only requests before this time.' })),
  after: Type.Optional(Uuid({ description: '`next` of the previous page.' })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, description: 'Entries per page. Default: 50.' }),
  ),
};

export const RequestQuerySchema = Type.Object(requestQuery);
