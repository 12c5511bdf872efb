// Query parameters of the request log, shared by the API, the portal and the operator API.
import { Type } from 'typebox';
import { DateTime, OneOf, Uuid } from '../../http/schemas.ts';

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
      description: 'A status (`404`), a class (`4xx`), or `failed` for everything from 400 up.',
    }),
  ),
  method: Type.Optional(OneOf(['GET', 'POST', 'PATCH', 'DELETE'], { description: 'The method.' })),
  path: Type.Optional(word(200, 'A part of the path.')),
  search: Type.Optional(word(128, 'A request id, or the id of a booking.')),
  from: Type.Optional(DateTime({ description: 'Not before.' })),
  to: Type.Optional(DateTime({ description: 'Before.' })),
  after: Type.Optional(Uuid({ description: '`next` of the page before.' })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, description: 'How many on a page; 50 unless said.' }),
  ),
};

export const RequestQuerySchema = Type.Object(requestQuery);
