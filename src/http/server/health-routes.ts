// Liveness and readiness probes for load balancers and orchestrators.
import { Type } from 'typebox';
import { answer, OneOf } from '../operations/schemas.ts';
import type { HttpServer } from './server.ts';

export interface Readiness {
  /** Names of components that are not ready. Empty: ready. */
  check(): Promise<string[]>;
}

const HealthSchema = Type.Object(
  { status: OneOf(['ok'], { description: 'Always `ok`.' }) },
  { $id: 'Health', description: 'The process is running.', examples: [{ status: 'ok' }] },
);
const ReadySchema = Type.Object(
  { status: OneOf(['ready'], { description: 'Always `ready`.' }) },
  {
    $id: 'Ready',
    description: 'The database, its disk, the migrations and the notification listener are ready.',
    examples: [{ status: 'ready' }],
  },
);
const NotReadySchema = Type.Object(
  {
    status: OneOf(['unavailable'], { description: 'Always `unavailable`.' }),
    waiting_for: Type.Array(Type.String(), {
      description:
        'Components that are not ready: `database`, `disk` (of the database, full), `listener`, `migrations`, `shutdown` or `startup`.',
    }),
  },
  {
    $id: 'NotReady',
    description: 'The process cannot serve requests at the moment.',
    examples: [{ status: 'unavailable', waiting_for: ['database'] }],
  },
);

export async function operationsRoutes(
  app: HttpServer,
  { readiness }: { readiness: Readiness },
): Promise<void> {
  for (const schema of [HealthSchema, ReadySchema, NotReadySchema]) app.addSchema(schema);
  const common = { tags: ['Operations'], produces: ['application/json'], security: [] };
  app.get(
    '/health',
    {
      schema: {
        ...common,
        operationId: 'operations.health',
        summary: 'Check liveness',
        description: 'Returns 200 as long as the process runs. Does not access the database.',
        response: { 200: answer(HealthSchema, 'The process is running.') },
      },
    },
    async (_request, reply) => reply.type('application/json').send({ status: 'ok' }),
  );
  app.get(
    '/ready',
    {
      schema: {
        ...common,
        operationId: 'operations.ready',
        summary: 'Check readiness',
        description:
          'Checks the database, the migrations and the notification listener, and that the disk of the database is not full. Returns 503 if one of them is not ready, and during start-up and shutdown.',
        response: {
          200: answer(ReadySchema, 'The process can serve requests.'),
          503: answer(NotReadySchema, 'The process cannot serve requests. `waiting_for` names the reasons.'),
        },
      },
    },
    async (_request, reply) => {
      const waiting = await readiness.check();
      reply.type('application/json');
      if (waiting.length > 0) return reply.code(503).send({ status: 'unavailable', waiting_for: waiting });
      return reply.send({ status: 'ready' });
    },
  );
}
