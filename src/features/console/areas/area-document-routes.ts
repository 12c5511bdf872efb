// Routes of /operator/area-documents: read, preview and replace the service areas and price books.
import { Type } from 'typebox';
import { operatorOperation } from '../../../http/openapi-operation.ts';
import { operatorOf } from '../../../http/operator-middleware.ts';
import { problemExample } from '../../../http/problem-example.ts';
import { answer, ErrorSchema, ref } from '../../../http/schemas.ts';
import type { HttpServer } from '../../../http/server.ts';
import { Problem } from '../../../lib/problem.ts';
import { currentRevision, findRevision, listRevisions } from '../../areas/system/area-admin-store.ts';
import { exportDocument, importDocument } from '../../areas/system/manage-areas.ts';
import { adminOf, type ConsoleContext, originOf } from '../console-context.ts';
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
const MOST_REVISIONS = 100;

export async function areaDocumentRoutes(
  app: HttpServer,
  { context }: { readonly context: ConsoleContext },
): Promise<void> {
  const admin = adminOf(context);
  const inForce = async (kind: 'areas' | 'prices') => ({
    revision: await currentRevision(context.system, kind),
    document: await exportDocument(admin, kind),
  });

  app.get('/area-documents', { config: reads, schema: readOperation }, async (_request, reply) =>
    reply.send({ areas: await inForce('areas'), prices: await inForce('prices') }),
  );

  app.get('/area-documents/revisions', { config: reads, schema: listOperation }, async (_request, reply) => {
    const found = await listRevisions(context.system, MOST_REVISIONS);
    return reply.send({ data: found.map(({ at, ...revision }) => ({ ...revision, at: at.toISOString() })) });
  });

  app.get(
    '/area-documents/revisions/:number',
    { config: reads, schema: revisionOperation },
    async (request, reply) => {
      const { number } = request.params;
      const found = /^\d{1,9}$/.test(number) ? await findRevision(context.system, Number(number)) : undefined;
      if (!found) throw Problem.of('not_found', 'There is no such revision.');
      return reply.send({ ...found, at: found.at.toISOString() });
    },
  );

  app.post('/area-documents/preview', { config: writes, schema: previewOperation }, async (request, reply) =>
    reply.send(await previewDocuments(context, request.body)),
  );

  app.put('/area-documents/:kind', { config: writes, schema: writeOperation }, async (request, reply) => {
    const kind = kindOf(request.params.kind);
    const { document, revision } = request.body;
    const origin = originOf(operatorOf(request), request.id);
    const { faults } = await importDocument(admin, kind, document, origin, revision);
    const [first] = faults;
    if (first) {
      const more = faults.length > 1 ? ` (and ${faults.length - 1} more faults)` : '';
      throw Problem.of('invalid_parameter', `${first.path} ${first.message}${more}.`, {
        param: `document.${first.path}`,
      });
    }
    return reply.send(await inForce(kind));
  });
}

function kindOf(text: string): 'areas' | 'prices' {
  if (text === 'areas' || text === 'prices') return text;
  throw Problem.of('not_found', 'There are areas and prices.');
}

const readOperation = {
  ...operatorOperation('Areas'),
  operationId: 'areaDocuments.get',
  summary: 'Read areas and price books',
  description: 'The documents that are in force, each with its revision.',
  response: { 200: answer(DocumentsSchema, 'The documents.') },
};

const listOperation = {
  ...operatorOperation('Areas'),
  operationId: 'areaDocuments.revisions',
  summary: 'List what was in force',
  description: 'Every change of areas and price books, with who made it.',
  response: { 200: answer(RevisionListSchema, 'The revisions.') },
};

const revisionOperation = {
  ...operatorOperation('Areas'),
  operationId: 'areaDocuments.revision',
  summary: 'Read what was in force',
  description: 'A document as it was then. Send it again to put it back in force.',
  params: Type.Object({ number: Type.String({ description: 'The number of the revision.' }) }),
  response: {
    200: answer(RevisionSchema, 'The revision.'),
    404: answer(ErrorSchema, 'There is no such revision.', [
      problemExample('not_found', 'There is no such revision.'),
    ]),
  },
};

const previewOperation = {
  ...operatorOperation('Areas'),
  operationId: 'areaDocuments.preview',
  summary: 'Try documents out',
  description: 'Names every fault, and prices an example route before and after. Changes nothing.',
  body: ref(PreviewInputSchema),
  response: { 200: answer(PreviewSchema, 'What they would mean.') },
};

const writeOperation = {
  ...operatorOperation('Areas'),
  operationId: 'areaDocuments.put',
  summary: 'Change areas or price books',
  description:
    'Replaces the whole document; every process follows at once. Quotes that were given keep their prices until they expire.',
  params: Type.Object({ kind: Type.String({ description: 'areas or prices' }) }),
  body: ref(WriteSchema),
  response: {
    200: answer(DocumentSchema, 'What is in force now.'),
    404: answer(ErrorSchema, 'There is no such document.', [
      problemExample('not_found', 'There are areas and prices.'),
    ]),
    409: answer(ErrorSchema, 'Somebody else has changed it since you read it.', [
      problemExample('revision_outdated', 'Somebody else has changed this since you opened it.', {
        param: 'revision',
      }),
    ]),
  },
};
