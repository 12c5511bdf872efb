// Routes of /operator/area-documents: read, preview and replace the service areas and price books.
import { Type } from 'typebox';
import { operatorOperation } from '../../../http/openapi-operation.ts';
import { operatorActor } from '../../../http/operator-middleware.ts';
import { problemExample } from '../../../http/problem-example.ts';
import { answer, ErrorSchema, ref } from '../../../http/schemas.ts';
import type { HttpServer } from '../../../http/server.ts';
import { Problem } from '../../../lib/problem.ts';
import { currentRevision, findRevision, listRevisions } from '../../areas/system/area-admin-store.ts';
import { exportDocument, importDocument } from '../../areas/system/manage-areas.ts';
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

const reads = { role: 'viewer' } as const;
const writes = { role: 'admin' } as const;
const maxRevisions = 100;

export async function areaDocumentRoutes(
  app: HttpServer,
  { context }: { readonly context: ConsoleContext },
): Promise<void> {
  const admin = adminOf(context);
  const currentDocument = async (kind: 'areas' | 'prices') => ({
    revision: await currentRevision(context.system, kind),
    document: await exportDocument(admin, kind),
  });

  app.get('/area-documents', { config: reads, schema: readOperation }, async (_request, reply) =>
    reply.send({ areas: await currentDocument('areas'), prices: await currentDocument('prices') }),
  );

  app.get('/area-documents/revisions', { config: reads, schema: listOperation }, async (_request, reply) => {
    const found = await listRevisions(context.system, maxRevisions);
    return reply.send({ data: found.map(({ at, ...revision }) => ({ ...revision, at: at.toISOString() })) });
  });

  app.get(
    '/area-documents/revisions/:number',
    { config: reads, schema: revisionOperation },
    async (request, reply) => {
      const { number } = request.params;
      const found = /^\d{1,9}$/.test(number) ? await findRevision(context.system, Number(number)) : undefined;
      if (!found) throw Problem.of('not_found', 'No revision has this number.');
      return reply.send({ ...found, at: found.at.toISOString() });
    },
  );

  app.post('/area-documents/preview', { config: writes, schema: previewOperation }, async (request, reply) =>
    reply.send(await previewDocuments(context, request.body)),
  );

  app.put('/area-documents/:kind', { config: writes, schema: writeOperation }, async (request, reply) => {
    const kind = kindOf(request.params.kind);
    const { document, revision } = request.body;
    const actor = operatorActor(request);
    const { faults } = await importDocument(admin, kind, document, actor, revision);
    const [first] = faults;
    if (first) {
      const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
      throw Problem.of('invalid_parameter', `${first.path} ${first.message}${more}.`, {
        param: `document.${first.path}`,
      });
    }
    return reply.send(await currentDocument(kind));
  });
}

function kindOf(text: string): 'areas' | 'prices' {
  if (text === 'areas' || text === 'prices') return text;
  throw Problem.of('not_found', 'There is no such document. The documents are areas and prices.');
}

const readOperation = {
  ...operatorOperation('Areas'),
  operationId: 'areaDocuments.get',
  summary: 'Retrieve service areas and price books',
  description:
    'Returns the current documents with their revision numbers. Send the revision number back when you ' +
    'replace a document.',
  response: { 200: answer(DocumentsSchema, 'The current documents.') },
};

const listOperation = {
  ...operatorOperation('Areas'),
  operationId: 'areaDocuments.revisions',
  summary: 'List document revisions',
  description:
    'Returns the 100 latest revisions of both documents, newest first, with the operator or command that made each.',
  response: { 200: answer(RevisionListSchema, 'The revisions.') },
};

const revisionOperation = {
  ...operatorOperation('Areas'),
  operationId: 'areaDocuments.revision',
  summary: 'Retrieve a document revision',
  description:
    'Returns a document as of a revision. To roll back, send its `document` with `PUT ' +
    '/operator/area-documents/{kind}`.',
  params: Type.Object({ number: Type.String({ description: 'Number of the revision.' }) }),
  response: {
    200: answer(RevisionSchema, 'The revision.'),
    404: answer(ErrorSchema, 'There is no such revision.', [
      problemExample('not_found', 'No revision has this number.'),
    ]),
  },
};

const previewOperation = {
  ...operatorOperation('Areas'),
  operationId: 'areaDocuments.preview',
  summary: 'Preview document changes',
  description:
    'Validates documents without saving them: returns every validation error, products without a price, and ' +
    'the price of an example route before and after the change.',
  body: ref(PreviewInputSchema),
  response: { 200: answer(PreviewSchema, 'Result of the preview.') },
};

const writeOperation = {
  ...operatorOperation('Areas'),
  operationId: 'areaDocuments.put',
  summary: 'Replace service areas or price books',
  description:
    'Validates and replaces one whole document. All processes use it immediately. Existing quotes keep ' +
    'their prices until they expire. Fails with 409 if the document changed since you read it.',
  params: Type.Object({ kind: Type.String({ description: 'Document to replace: `areas` or `prices`.' }) }),
  body: ref(WriteSchema),
  response: {
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
};
