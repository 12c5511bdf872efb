// Routes of /operator/people: search, export and erase the data of a data subject. Administrators only.
import { problemExample } from '../../../http/openapi/problem-example.ts';
import { type OperatorOperation, operatorOperations } from '../../../http/operations/operator-operation.ts';
import { answer, ErrorSchema, ref } from '../../../http/operations/schemas.ts';
import { operatorActor } from '../../../http/surfaces/operator-middleware.ts';
import { parseDataSubject } from '../../privacy/data-subject.ts';
import { eraseDataSubject } from '../../privacy/system/erase-data-subject.ts';
import { exportDataSubject, summarizeDataSubject } from '../../privacy/system/export-data-subject.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { AskedPerson as Asked, ErasureReport, PersonFindings } from './privacy-schemas.ts';
import {
  AskedPersonSchema,
  ErasureReportSchema,
  PersonErasureSchema,
  PersonExportSchema,
  PersonFindingsSchema,
} from './privacy-schemas.ts';

const missingSubject = answer(ErrorSchema, 'Neither a phone number nor an e-mail address was given.', [
  problemExample('missing_parameter', 'phone or email is required.', { param: 'phone' }),
]);

const operation = operatorOperations<ConsoleContext>({ tag: 'People’s data' });

export const privacyOperations: readonly OperatorOperation<ConsoleContext>[] = [
  operation({
    method: 'POST',
    path: '/people/search',
    role: 'admin',
    id: 'people.search',
    summary: 'Search for a person',
    description:
      'Finds bookings in which a data subject appears as customer or contact, now or in stored events, by ' +
      'phone number or e-mail address. Use it before an export or erasure.',
    body: ref(AskedPersonSchema),
    responses: { 200: answer(PersonFindingsSchema, 'Where the person appears.'), 400: missingSubject },
    handler: async ({ context, request }) => {
      const person = personOf(request.body);
      const { bookings, messages, optOuts, users } = await summarizeDataSubject(context.system, person);
      const findings: PersonFindings = {
        phone: person.phone,
        email: person.email,
        bookings: bookings.map(({ id, hid, state, accountId, accountName, isCustomer, createdAt }) => ({
          id,
          hid,
          state,
          account: { id: accountId, name: accountName },
          role: isCustomer ? 'customer' : 'contact',
          created_at: createdAt.toISOString(),
        })),
        messages,
        opt_outs: optOuts,
        users,
      };
      return findings;
    },
  }),

  operation({
    method: 'POST',
    path: '/people/export',
    role: 'admin',
    needsStepUp: true,
    id: 'people.export',
    summary: 'Export the data of a person',
    description: 'Returns all stored data of a data subject as JSON. The audit trail records the export.',
    body: ref(AskedPersonSchema),
    responses: { 200: answer(PersonExportSchema, 'The stored data.'), 400: missingSubject },
    handler: ({ context, request }) =>
      exportDataSubject(context, personOf(request.body), operatorActor(request)),
  }),

  operation({
    method: 'POST',
    path: '/people/erase',
    role: 'admin',
    needsStepUp: true,
    id: 'people.erase',
    summary: 'Erase the data of a person',
    description:
      'Replaces the personal data of a data subject in bookings and all copies, up to 20 bookings per ' +
      'request. Repeat the request while `remaining` is not 0. This cannot be undone. The audit trail ' +
      'records the erasure without naming the person.',
    body: ref(PersonErasureSchema),
    responses: {
      200: answer(ErasureReportSchema, 'Result of the erasure.'),
      400: missingSubject,
      409: answer(ErrorSchema, 'Bookings of the person are still open.', [
        problemExample(
          'person_has_live_bookings',
          'Crews still need this person’s data: 3J6KGT00. Wait until they are done or cancelled, or force it.',
        ),
      ]),
    },
    handler: async ({ context, request }) => {
      const { force = false, ...asked } = request.body;
      const answer: ErasureReport = await eraseDataSubject(
        context,
        personOf(asked),
        { isForced: force },
        operatorActor(request),
      );
      return answer;
    },
  }),
];

function personOf({ phone, email, account_id: accountId }: Asked) {
  return parseDataSubject({ phone, email, accountId });
}
