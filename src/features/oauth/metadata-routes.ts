// Authorization server metadata (RFC 8414), for clients that configure themselves.
import type { EnvironmentConfig } from '../../config.ts';
import { knownScopes } from '../../domain/account/scopes.ts';
import type { HttpServer } from '../../http/server/server.ts';
import { grantTypes } from './grant-type.ts';

export async function oauthMetadataRoutes(
  app: HttpServer,
  { environment: { publicUrl } }: { environment: EnvironmentConfig },
): Promise<void> {
  const clientAuthentication = ['client_secret_basic', 'client_secret_post'];
  const metadata = {
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}/oauth/authorize`,
    token_endpoint: `${publicUrl}/oauth/token`,
    revocation_endpoint: `${publicUrl}/oauth/revoke`,
    service_documentation: `${publicUrl}/docs`,
    scopes_supported: knownScopes,
    response_types_supported: ['code'],
    grant_types_supported: grantTypes,
    token_endpoint_auth_methods_supported: clientAuthentication,
    revocation_endpoint_auth_methods_supported: clientAuthentication,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  };
  app.get('/.well-known/oauth-authorization-server', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/json').header('access-control-allow-origin', '*').send(metadata),
  );
}
