// Liveness and readiness probes for load balancers and orchestrators.
import { Type } from 'typebox';
import { answer, OneOf } from './schemas.ts';
import type { HttpServer } from './server.ts';

export interface Readiness {
  /** Names of components that are not ready. Empty: ready. */
  check(): Promise<string[]>;
}

const HealthSchema = Type.Object(
  { status: OneOf(['ok'], { description: 'Always `ok`.' }) },
  { $id: 'Health', description: 'The process is alive.', examples: [{ status: 'ok' }] },
);
const ReadySchema = Type.Object(
  { status: OneOf(['ready'], { description: 'Always `ready`.' }) },
  {
    $id: 'Ready',
    description: 'Database, migrations and notification listener are fine.',
    examples: [{ status: 'ready' }],
  },
);
const NotReadySchema = Type.Object(
  {
    status: OneOf(['unavailable'], { description: 'Always `unavailable`.' }),
    waiting_for: Type.Array(Type.String(), {
      description: 'What is not ready: `database`, `listener`, `migrations` or `shutdown`.',
    }),
  },
  {
    $id: 'NotReady',
    description: 'Send traffic elsewhere for now.',
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
        summary: 'Is the process alive?',
        description: 'Answers as long as the process lives, and never touches the database.',
        response: { 200: answer(HealthSchema, 'It is.') },
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
        summary: 'Should this process get traffic?',
        description: 'Asks the database, the migrations and the listener; 503 while shutting down.',
        response: {
          200: answer(ReadySchema, 'It should: database, migrations and notification listener are fine.'),
          503: answer(NotReadySchema, 'Not now; `waiting_for` says why.'),
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
