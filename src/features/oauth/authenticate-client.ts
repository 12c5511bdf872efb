// Client authentication of the OAuth endpoints: `client_secret_post` or `client_secret_basic`.
import { environmentOf, hashToken } from '../../lib/opaque-token.ts';
import { Problem } from '../../lib/problem.ts';
import { throttleFailures } from '../sign-in-throttle/throttle-guess.ts';
import { type ApiClient, findClient, findClientWithSecret } from './client-store.ts';
import type { OAuthContext } from './oauth-context.ts';

export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string | null;
  /** RFC 6749 5.2: if the client used the Authorization header, a failure is 401 with a challenge. */
  readonly viaBasic: boolean;
}

export interface AuthenticatedClient {
  readonly client: ApiClient;
  /** Id of the secret that the client proved; null: it sent none. */
  readonly secretId: string | null;
}

export function readClientCredentials(
  authorization: string | undefined,
  body: { readonly client_id?: string; readonly client_secret?: string },
): ClientCredentials | null {
  const basic = readBasic(authorization);
  if (!basic) {
    return body.client_id === undefined
      ? null
      : { clientId: body.client_id, clientSecret: body.client_secret ?? null, viaBasic: false };
  }
  const contradicts = (given: string | undefined, other: string) => given !== undefined && given !== other;
  if (contradicts(body.client_id, basic.clientId) || contradicts(body.client_secret, basic.clientSecret)) {
    throw Problem.of(
      'invalid_request',
      'The Authorization header and the body contain different client credentials. Send them in one place.',
      { param: 'client_id' },
    );
  }
  return { ...basic, viaBasic: true };
}

export async function authenticateClient(
  context: Pick<OAuthContext, 'identity' | 'clock' | 'environment' | 'security'>,
  credentials: ClientCredentials,
  { address, requestId }: { readonly address: string; readonly requestId: string },
): Promise<AuthenticatedClient> {
  const { identity, security } = context;
  const { clientId: name } = credentials;
  const identify = () => findClient(identity, name);
  const attempt = { surface: 'oauth_client', kind: 'client', name, address, requestId, identify } as const;
  return security.watch(identity, attempt, () => verifyClient(context, credentials, address));
}

/** Throttled, but records no event: for callers that record their own. */
export function verifyClient(
  context: Pick<OAuthContext, 'identity' | 'clock' | 'environment'>,
  credentials: ClientCredentials,
  address: string,
): Promise<AuthenticatedClient> {
  const { identity } = context;
  return throttleFailures({ identity }, credentials.clientId, address, () =>
    checkSecret(context, credentials),
  );
}

async function checkSecret(
  { identity, clock, environment }: Pick<OAuthContext, 'identity' | 'clock' | 'environment'>,
  credentials: ClientCredentials,
): Promise<AuthenticatedClient> {
  const { clientId, clientSecret } = credentials;
  const secretHash = clientSecret === null ? null : hashToken(clientSecret);
  const found = await findClientWithSecret(identity, clientId, { secretHash, now: clock.now() });
  if (!found) throw invalidClient(credentials, wrongEnvironmentMessage(clientId, environment.name));
  const { secretId, ...client } = found;
  if (secretHash !== null && secretId === null) throw invalidClient(credentials);
  return { client, secretId };
}

/** The same message for an unknown client and for a wrong secret. */
export function invalidClient(
  { viaBasic }: Pick<ClientCredentials, 'viaBasic'>,
  message = 'The client_id is unknown or the client_secret is wrong.',
): Problem {
  return viaBasic
    ? Problem.of('invalid_client', message, { kind: 'unauthenticated' })
    : Problem.of('invalid_client', message, { param: 'client_id' });
}

/** The environment is part of the client id, so this message reveals nothing. */
function wrongEnvironmentMessage(clientId: string, environment: string): string | undefined {
  const clientEnvironment = environmentOf(clientId) ?? environment;
  return clientEnvironment === environment
    ? undefined
    : `The client belongs to ${clientEnvironment}, but this server is ${environment}.`;
}

function readBasic(authorization: string | undefined): { clientId: string; clientSecret: string } | null {
  const encoded = /^Basic +([A-Za-z0-9+/=_-]+) *$/i.exec(authorization ?? '')?.[1];
  if (!encoded) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  // RFC 6749 2.3.1: both parts are form-encoded before they are joined.
  const clientId = formDecode(text.slice(0, colon));
  // PostgreSQL rejects NUL in text parameters; no client id contains it.
  if (colon < 0 || clientId.includes('\0')) throw invalidClient({ viaBasic: true });
  return { clientId, clientSecret: formDecode(text.slice(colon + 1)) };
}

function formDecode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
