// OpenAPI operations for the data of one data subject.
import { operatorOperation } from '../../../http/openapi-operation.ts';
import { problemExample } from '../../../http/problem-example.ts';
import { answer, ErrorSchema, ref } from '../../../http/schemas.ts';
import {
  AskedPersonSchema,
  ErasureReportSchema,
  PersonErasureSchema,
  PersonExportSchema,
  PersonFindingsSchema,
} from './privacy-schemas.ts';

const common = operatorOperation('People’s data');
const missingSubject = answer(ErrorSchema, 'Neither a phone number nor an e-mail address was given.', [
  problemExample('missing_parameter', 'phone or email is required.', { param: 'phone' }),
]);

export const search = {
  ...common,
  operationId: 'people.search',
  summary: 'Search for a person',
  description:
    'Finds bookings in which a data subject appears as customer or contact, now or in stored events, by ' +
    'phone number or e-mail address. Use it before an export or erasure.',
  body: ref(AskedPersonSchema),
  response: { 200: answer(PersonFindingsSchema, 'Where the person appears.'), 400: missingSubject },
};

export const exportAll = {
  ...common,
  operationId: 'people.export',
  summary: 'Export the data of a person',
  description: 'Returns all stored data of a data subject as JSON. The audit trail records the export.',
  body: ref(AskedPersonSchema),
  response: { 200: answer(PersonExportSchema, 'The stored data.'), 400: missingSubject },
};

export const erase = {
  ...common,
  operationId: 'people.erase',
  summary: 'Erase the data of a person',
  description:
    'Replaces the personal data of a data subject in bookings and all copies, up to 20 bookings per ' +
    'request. Repeat the request while `remaining` is not 0. This cannot be undone. The audit trail ' +
    'records the erasure without naming the person.',
  body: ref(PersonErasureSchema),
  response: {
    200: answer(ErasureReportSchema, 'Result of the erasure.'),
    400: missingSubject,
    409: answer(ErrorSchema, 'Bookings of the person are still open.', [
      problemExample(
        'person_has_live_bookings',
        'Crews still need this person’s data: 3J6KGT00. Wait until they are done or cancelled, or force it.',
      ),
    ]),
  },
};
