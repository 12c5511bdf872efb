// For those who run Waybill: is the process alive, and should it get traffic?
import { Type } from 'typebox';
import { OneOf } from './schemas.ts';
import type { HttpServer } from './server.ts';

export interface Readiness {
  /** Names of what is not ready; none: ready. */
  check(): Promise<string[]>;
}

const HealthSchema = Type.Object({ status: OneOf(['ok']) }, { description: 'The process is alive.' });
const ReadySchema = Type.Object(
  { status: OneOf(['ready']) },
  { description: 'Database, migrations and notification listener are fine.' },
);
const NotReadySchema = Type.Object(
  { status: OneOf(['unavailable']), waiting_for: Type.Array(Type.String(), { examples: [['database']] }) },
  { description: 'Send traffic elsewhere for now.' },
);

export async function operationsRoutes(
  app: HttpServer,
  { readiness }: { readiness: Readiness },
): Promise<void> {
  const common = { tags: ['Operations'], produces: ['application/json'], security: [] };
  app.get(
    '/health',
    {
      schema: {
        ...common,
        operationId: 'operations.health',
        summary: 'Is the process alive?',
        description: 'Never touches the database.',
        response: { 200: HealthSchema },
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
        response: { 200: ReadySchema, 503: NotReadySchema },
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
