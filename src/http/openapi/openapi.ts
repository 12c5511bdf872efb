// OpenAPI document of the partner API, derived from the schemas that validate requests. Served at /openapi.json,
// committed in openapi/openapi.json and shown at /docs/reference.
import swagger from '@fastify/swagger';
import { isOperatorPath } from '../operations/operator-path.ts';
import type { HttpServer } from '../server/server.ts';
import type { ApiDocument } from './openapi-components.ts';
import { withFacts } from './openapi-document.ts';
import { INTERFACE_VERSION, introduction, scopeDescriptions, tags } from './openapi-prose.ts';
import type { PublishedEvent } from './openapi-webhooks.ts';
import { completePartnerDocument } from './partner-document.ts';

export async function publishOpenApi(app: HttpServer, events: readonly PublishedEvent[]): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Waybill Partner API',
        version: INTERFACE_VERSION,
        description: introduction,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      // Relative, so that the document is valid for production and sandbox at any address.
      servers: [{ url: '/', description: 'This environment' }],
      externalDocs: { url: '/docs', description: 'Guides, from the quickstart to going live' },
      tags,
      components: {
        securitySchemes: {
          oauth: {
            type: 'oauth2',
            description:
              'Partners use client credentials. Tokens do not expire: reuse them until they are revoked.',
            flows: {
              clientCredentials: { tokenUrl: '/oauth/token', scopes: scopeDescriptions },
              authorizationCode: {
                authorizationUrl: '/oauth/authorize',
                tokenUrl: '/oauth/token',
                refreshUrl: '/oauth/token',
                scopes: scopeDescriptions,
              },
            },
          },
          bearer: { type: 'http', scheme: 'bearer', description: 'An existing access token.' },
          client: {
            type: 'http',
            scheme: 'basic',
            description: '`client_id` as user name and `client_secret` as password. Only under /oauth.',
          },
        },
      },
      security: [{ oauth: [] }, { bearer: [] }],
    },
    convertConstToEnum: false,
    transform: ({ schema, url, route }) => ({
      // The operator API has its own document.
      schema: isOperatorPath(url) ? { ...schema, hide: true } : withFacts(schema, route),
      url,
    }),
    transformObject: (generated) => {
      // The framework's types allow Swagger 2.0 and OpenAPI 3; this is 3.1.
      if (!('openapiObject' in generated)) throw new Error('expected an OpenAPI 3.1 document');
      return completePartnerDocument(generated.openapiObject as ApiDocument, events);
    },
    refResolver: { buildLocalReference: ({ $id }, _base, _fragment, index) => String($id ?? `def-${index}`) },
  });
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/json').header('access-control-allow-origin', '*').send(app.swagger()),
  );
}
