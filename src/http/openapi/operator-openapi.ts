// OpenAPI document of the operator API. Served at /operator/openapi.json, committed in openapi/operator.json and shown
// at /docs/operator.
import swagger from '@fastify/swagger';
import { readVersion } from '../../lib/version.ts';
import type { HttpServer } from '../server/server.ts';
import type { ApiDocument } from './openapi-components.ts';
import { withFacts } from './openapi-document.ts';
import { completeOperatorDocument } from './operator-document.ts';
import { operatorIntroduction, operatorTags } from './operator-prose.ts';

/** Register in the scope of all operator routes, before any of them. */
export async function publishOperatorApi(app: HttpServer): Promise<void> {
  await app.register(swagger, {
    decorator: 'operatorApi',
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Waybill Operator API',
        // The contract fixes a version for the partner API only.
        version: readVersion(),
        description: operatorIntroduction,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/', description: 'This environment' }],
      tags: operatorTags,
      components: {
        securitySchemes: {
          token: {
            type: 'http',
            scheme: 'bearer',
            description: 'An operator token from `POST /operator/sessions` with `"token": true`.',
          },
          cookie: {
            type: 'apiKey',
            in: 'cookie',
            name: 'waybill_production_operator',
            description:
              'Set by `POST /operator/sessions`. The name contains the environment. Used by the console.',
          },
        },
      },
      security: [{ token: [] }, { cookie: [] }],
    },
    convertConstToEnum: false,
    transform: ({ schema, url, route }) => ({ schema: withFacts(schema, route), url }),
    transformObject: (generated) => {
      // The framework's types allow Swagger 2.0 and OpenAPI 3; this is 3.1.
      if (!('openapiObject' in generated)) throw new Error('expected an OpenAPI 3.1 document');
      return completeOperatorDocument(generated.openapiObject as ApiDocument);
    },
    refResolver: { buildLocalReference: ({ $id }, _base, _fragment, index) => String($id ?? `def-${index}`) },
  });
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/json').send(app.operatorApi()),
  );
}

declare module 'fastify' {
  interface FastifyInstance {
    operatorApi(): object;
  }
}
