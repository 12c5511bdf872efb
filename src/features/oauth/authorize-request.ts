// Parses an authorization request. An invalid client or redirect URI is thrown and shown to the user without a redirect
// (open redirector). All other errors are returned to the client at its redirect URI (RFC 6749, 4.1.2.1).
import type { IdentityDatabase } from '../../db/identity-database.ts';
import type { Scope } from '../../domain/account/scopes.ts';
import { Problem } from '../../lib/problem.ts';
import { type ApiClient, findClient } from './client-store.ts';
import { challengePattern } from './pkce.ts';
import { isRegistered, withResponseParams } from './redirect-uri.ts';
import { grantScopes } from './token-scopes.ts';

export interface AuthorizeRequest {
  readonly client: ApiClient;
  readonly redirectUri: string;
  readonly state: string | null;
  readonly scopes: readonly Scope[];
  readonly codeChallenge: string | null;
  /** Known parameters in canonical order. Part of the form action; the form token is bound to it. */
  readonly query: string;
}

export type ReadRequest =
  | { readonly request: AuthorizeRequest }
  /** Redirect URL that carries the error. */
  | { readonly refusal: string };

type ReplyAddress = Pick<AuthorizeRequest, 'redirectUri' | 'state'>;

const names = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
] as const;
type Name = (typeof names)[number];

const clientIdPattern = /^[\x21-\x7e]{1,200}$/;

export async function readAuthorizeRequest(
  identity: IdentityDatabase,
  issuer: string,
  url: string,
): Promise<ReadRequest> {
  const parameters = new Parameters(url);
  const client = await identifyClient(identity, parameters);
  const redirectUri = checkedRedirectUri(client, parameters);
  const state = parameters.repeated('state') ? null : (parameters.get('state') ?? null);
  try {
    const { scopes, codeChallenge } = checkParameters(client, parameters);
    const query = parameters.toString();
    return { request: { client, redirectUri, state, scopes, codeChallenge, query } };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const refusal = { error: error.code ?? 'invalid_request', error_description: error.message };
    return { refusal: authorizationResponseUrl({ redirectUri, state }, issuer, refusal) };
  }
}

/** Redirect URL with the authorization response. `iss` prevents mix-up attacks (RFC 9207). */
export function authorizationResponseUrl(
  { redirectUri, state }: ReplyAddress,
  issuer: string,
  answer: { readonly code: string } | { readonly error: string; readonly error_description: string },
): string {
  return withResponseParams(redirectUri, { ...answer, state, iss: issuer });
}

async function identifyClient(identity: IdentityDatabase, parameters: Parameters): Promise<ApiClient> {
  const clientId = parameters.single('client_id');
  const client = clientIdPattern.test(clientId) ? await findClient(identity, clientId) : undefined;
  if (client) return client;
  throw Problem.of('invalid_client', 'No client with this client_id exists in this environment.', {
    param: 'client_id',
  });
}

function checkedRedirectUri(client: ApiClient, parameters: Parameters): string {
  const uri = parameters.single('redirect_uri');
  if (isRegistered(client.redirectUris, uri)) return uri;
  const message = 'redirect_uri must be identical to one of the redirect URIs registered for the client.';
  throw Problem.of('invalid_request', message, { param: 'redirect_uri' });
}

function checkParameters(client: ApiClient, parameters: Parameters) {
  const repeated = names.find((name) => parameters.repeated(name));
  if (repeated) throw invalid(repeated, 'must be sent only once');
  const responseType = parameters.get('response_type');
  if (responseType === undefined) throw invalid('response_type', 'is required');
  if (responseType !== 'code')
    throw Problem.of('unsupported_response_type', 'response_type must be code.', { param: 'response_type' });
  if (!client.grants.includes('authorization_code'))
    throw Problem.of('unauthorized_client', 'This client may not use the authorization_code grant.');
  return {
    codeChallenge: readChallenge(parameters),
    scopes: grantScopes(client, 'user', parameters.get('scope')),
  };
}

function readChallenge(parameters: Parameters): string | null {
  const challenge = parameters.get('code_challenge');
  const method = parameters.get('code_challenge_method');
  if (challenge === undefined) {
    if (method !== undefined) throw invalid('code_challenge', 'is required with code_challenge_method');
    return null;
  }
  if (method !== 'S256') throw invalid('code_challenge_method', 'must be S256');
  if (challengePattern.test(challenge)) return challenge;
  throw invalid('code_challenge', 'must be the base64url SHA-256 of the verifier, 43 characters');
}

function invalid(name: Name, fault: string): Problem {
  return Problem.of('invalid_request', `${name} ${fault}.`, { param: name });
}

class Parameters {
  readonly #search: URLSearchParams;

  constructor(url: string) {
    const start = url.indexOf('?');
    this.#search = new URLSearchParams(start < 0 ? '' : url.slice(start + 1));
  }

  repeated(name: Name): boolean {
    return this.#search.getAll(name).length > 1;
  }

  /** RFC 6749, 3.1: a parameter without a value is treated as omitted. */
  get(name: Name): string | undefined {
    return this.#search.get(name) || undefined;
  }

  single(name: Name): string {
    if (this.repeated(name)) throw invalid(name, 'must be sent only once');
    const value = this.get(name);
    if (value === undefined) throw invalid(name, 'is required');
    return value;
  }

  toString(): string {
    const known = new URLSearchParams();
    for (const name of names) {
      const value = this.get(name);
      if (value !== undefined) known.append(name, value);
    }
    return known.toString();
  }
}
