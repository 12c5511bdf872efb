// Routes of /operator/area-documents: read, preview and replace the service areas and price books.
import { Type } from 'typebox';
import { problemExample } from '../../../http/openapi/problem-example.ts';
import { type OperatorOperation, operatorOperations } from '../../../http/operations/operator-operation.ts';
import { answer, ErrorSchema, ref } from '../../../http/operations/schemas.ts';
import { operatorActor } from '../../../http/surfaces/operator-middleware.ts';
import { Problem } from '../../../lib/problem.ts';
import { currentRevision, findRevision, listRevisions } from '../../areas/system/area-admin-store.ts';
import { builtInDocument, exportDocument, importDocument } from '../../areas/system/manage-areas.ts';
import { adminOf, type ConsoleContext } from '../console-context.ts';
import {
  DocumentSchema,
  DocumentsSchema,
  PreviewInputSchema,
  PreviewSchema,
  RevisionListSchema,
  RevisionSchema,
  WriteSchema,
} from './area-document-schemas.ts';
import { previewDocuments } from './preview-documents.ts';

const maxRevisions = 100;

const operation = operatorOperations<ConsoleContext>({ tag: 'Areas' });

export const areaDocumentOperations: readonly OperatorOperation<ConsoleContext>[] = [
  operation({
    method: 'GET',
    path: '/area-documents',
    role: 'viewer',
    id: 'areaDocuments.get',
    summary: 'Retrieve service areas and price books',
    description:
      'Returns the current documents with their revision numbers. Send the revision number back when you ' +
      'replace a document.',
    responses: { 200: answer(DocumentsSchema, 'The current documents.') },
    handler: async ({ context }) => ({
      areas: await currentDocument(context, 'areas'),
      prices: await currentDocument(context, 'prices'),
    }),
  }),

  operation({
    method: 'GET',
    path: '/area-documents/revisions',
    role: 'viewer',
    id: 'areaDocuments.revisions',
    summary: 'List document revisions',
    description:
      'Returns the 100 latest revisions of both documents, newest first, with the operator or command that made each.',
    responses: { 200: answer(RevisionListSchema, 'The revisions.') },
    handler: async ({ context }) => ({ data: await listRevisions(context.system, maxRevisions) }),
  }),

  operation({
    method: 'GET',
    path: '/area-documents/revisions/:number',
    role: 'viewer',
    id: 'areaDocuments.revision',
    summary: 'Retrieve a document revision',
    description:
      'Returns a document as of a revision, and as of the revision before it, to show what changed. To roll back, ' +
      'send its `document` with `PUT /operator/area-documents/{kind}`.',
    params: Type.Object({ number: Type.String({ description: 'Number of the revision.' }) }),
    responses: {
      200: answer(RevisionSchema, 'The revision.'),
      404: answer(ErrorSchema, 'There is no such revision.', [
        problemExample('not_found', 'No revision has this number.'),
      ]),
    },
    handler: async ({ context, request }) => {
      const { number } = request.params;
      const found = /^\d{1,9}$/.test(number) ? await findRevision(context.system, Number(number)) : undefined;
      if (!found) throw Problem.of('not_found', 'No revision has this number.');
      const { previousDocument, ...revision } = found;
      return { ...revision, previous_document: previousDocument ?? builtInDocument(revision.kind) };
    },
  }),

  operation({
    method: 'POST',
    path: '/area-documents/preview',
    role: 'admin',
    id: 'areaDocuments.preview',
    summary: 'Preview document changes',
    description:
      'Validates documents without saving them: returns every validation error, products without a price, products ' +
      'that can no longer be booked, and the price of an example route before and after the change.',
    body: ref(PreviewInputSchema),
    responses: { 200: answer(PreviewSchema, 'Result of the preview.') },
    handler: ({ context, request }) => previewDocuments(context, request.body),
  }),

  operation({
    method: 'PUT',
    path: '/area-documents/:kind',
    role: 'admin',
    id: 'areaDocuments.put',
    summary: 'Replace service areas or price books',
    description:
      'Validates and replaces one whole document. All processes use it immediately. Existing quotes keep ' +
      'their prices until they expire. Fails with 409 if the document changed since you read it.',
    params: Type.Object({ kind: Type.String({ description: 'Document to replace: `areas` or `prices`.' }) }),
    body: ref(WriteSchema),
    responses: {
      200: answer(DocumentSchema, 'The document that is now current.'),
      404: answer(ErrorSchema, 'There is no such document.', [
        problemExample('not_found', 'There is no such document. The documents are areas and prices.'),
      ]),
      409: answer(
        ErrorSchema,
        'Another operator changed the document after you read it. Read it again and repeat the change.',
        [
          problemExample(
            'revision_outdated',
            'Another operator changed this document after you loaded it. Reload it, then apply your change again.',
            {
              param: 'revision',
            },
          ),
        ],
      ),
    },
    handler: async ({ context, request }) => {
      const kind = kindOf(request.params.kind);
      const { document, revision } = request.body;
      const actor = operatorActor(request);
      const { faults } = await importDocument(adminOf(context), kind, document, actor, revision);
      const [first] = faults;
      if (first) {
        const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
        throw Problem.of('invalid_parameter', `${first.path} ${first.message}${more}.`, {
          param: `document.${first.path}`,
        });
      }
      return await currentDocument(context, kind);
    },
  }),
];

function kindOf(text: string): 'areas' | 'prices' {
  if (text === 'areas' || text === 'prices') return text;
  throw Problem.of('not_found', 'There is no such document. The documents are areas and prices.');
}

async function currentDocument(context: ConsoleContext, kind: 'areas' | 'prices') {
  return {
    revision: await currentRevision(context.system, kind),
    document: await exportDocument(adminOf(context), kind),
  };
}
