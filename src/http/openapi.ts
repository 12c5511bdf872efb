// The published description of the API, made from the very schemas that validate. Served at /openapi.json, committed in
// openapi/openapi.json, and shown at /docs.
import swagger from '@fastify/swagger';
import type { HttpServer } from './server.ts';

const description = `Order moving and delivery jobs that crews with vehicles carry out.

Every call is made on behalf of the account that owns the access token. Send
\`Accept: application/vnd.service+json; version=2\`; bodies are JSON. Money is integer cents in USD.

**Errors** share one shape. \`param\` names the offending parameter by its exact path, \`code\` is a stable word, and
\`doc_url\` explains it.

**Rate limit**: 300 requests per 60 seconds and account. \`RateLimit-Limit\`, \`RateLimit-Remaining\` and
\`RateLimit-Reset\` (Unix time) come with every answer to an authenticated call; on 429 wait for \`Retry-After\` seconds.

**Safe retries**: send an \`Idempotency-Key\` with any POST, PATCH or DELETE. The same key and body within 24 hours give
the same answer, byte for byte, and the effect once.`;

const tags = [
  { name: 'Authentication', description: 'OAuth 2.0: get and revoke access tokens.' },
  { name: 'Account', description: 'The account behind the access token.' },
  { name: 'Quotes', description: 'What a route would cost, per product.' },
  { name: 'Schedule', description: 'When a crew could arrive.' },
  { name: 'Operations', description: 'Whether the service is alive and ready.' },
];

const scopes = {
  public: 'Base scope, in every token',
  org: 'Read and write for all resources of the organization',
  'org:read': 'List and view',
  'org:write': 'Create, update, delete',
  user: 'Read and write for the personal account of a user',
  'user:read': 'List and view',
  'user:write': 'Create, update, delete',
};

export async function publishOpenApi(app: HttpServer): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Waybill Partner API',
        version: '0.0.1',
        description,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      // Relative: the same document is right for production and sandbox, wherever they are reached.
      servers: [{ url: '/', description: 'This environment' }],
      tags,
      components: {
        securitySchemes: {
          oauth: {
            type: 'oauth2',
            description: 'Partners use client credentials. Tokens do not expire; reuse them until revoked.',
            flows: {
              clientCredentials: { tokenUrl: '/oauth/token', scopes },
              authorizationCode: {
                authorizationUrl: '/oauth/authorize',
                tokenUrl: '/oauth/token',
                refreshUrl: '/oauth/token',
                scopes,
              },
            },
          },
          bearer: { type: 'http', scheme: 'bearer' },
        },
      },
      security: [{ bearer: [] }, { oauth: [] }],
    },
    refResolver: { buildLocalReference: ({ $id }, _base, _fragment, index) => String($id ?? `def-${index}`) },
  });
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/json').header('access-control-allow-origin', '*').send(app.swagger()),
  );
}
