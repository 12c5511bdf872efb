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
const nobody = answer(ErrorSchema, 'It does not say who is meant.', [
  problemExample('missing_parameter', 'Give a phone number, a mail address, or both.', { param: 'phone' }),
]);

export const search = {
  ...common,
  operationId: 'people.search',
  summary: 'Find where a person appears',
  description:
    'By phone number or mail address, as a customer or a contact, now or in events that are still kept.',
  body: ref(AskedPersonSchema),
  response: { 200: answer(PersonFindingsSchema, 'Where.'), 400: nobody },
};

export const exportAll = {
  ...common,
  operationId: 'people.export',
  summary: 'Export what is kept of a person',
  description: 'Everything, as JSON. That it was exported is in the audit trail.',
  body: ref(AskedPersonSchema),
  response: { 200: answer(PersonExportSchema, 'Everything.'), 400: nobody },
};

export const erase = {
  ...common,
  operationId: 'people.erase',
  summary: 'Erase a person',
  description:
    'Replaces what names them wherever it was copied, up to 20 bookings at a time; ask again while `remaining` is not 0. It cannot be undone. That it was done is in the audit trail, who it was is not.',
  body: ref(PersonErasureSchema),
  response: {
    200: answer(ErasureReportSchema, 'What was done.'),
    400: nobody,
    409: answer(ErrorSchema, 'Bookings of theirs are still under way.', [
      problemExample(
        'person_has_live_bookings',
        'Crews still need this person’s data: 3J6KGT00. Wait until they are done or cancelled, or force it.',
      ),
    ]),
  },
};
