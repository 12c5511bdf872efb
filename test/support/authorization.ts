// Client and user for the authorization code grant, with the steps of its flow.
import { createHash, randomBytes } from 'node:crypto';
import type { IssuedClient, NewClientInput } from '../../src/features/oauth/system/create-client.ts';
import type { TestResponse } from './api-client.ts';
import type { TestApp } from './app.ts';
import { ScriptlessBrowser } from './scriptless-browser.ts';

export const redirectUri = 'https://planner.example.com/callback';
export const password = 'correct horse battery staple';

export interface Authorization {
  readonly client: IssuedClient;
  readonly username: string;
  /** URL of the authorization request; null leaves a parameter out. */
  readonly path: (parameters?: Readonly<Record<string, string | null>>) => string;
  readonly visitor: () => ScriptlessBrowser;
  /** A browser that is signed in and shows the consent page. */
  readonly signedIn: (parameters?: Readonly<Record<string, string | null>>) => Promise<ScriptlessBrowser>;
  /** An authorization code for the client. */
  readonly code: (parameters?: Readonly<Record<string, string | null>>) => Promise<string>;
  readonly exchange: (code: string, fields?: Readonly<Record<string, string>>) => Promise<TestResponse>;
}

export async function prepareAuthorization(
  test: TestApp,
  input: Partial<NewClientInput> = {},
): Promise<Authorization> {
  const { id } = await test.organization('Northwind Furniture');
  const client = await test.client(id, {
    name: 'Northwind Planner',
    scopes: ['user'],
    grants: ['authorization_code', 'refresh_token'],
    redirectUris: [redirectUri],
    ...input,
  });
  const username = `marta-${randomBytes(4).toString('hex')}`;
  await test.user(username, password);
  const authorization: Authorization = {
    client,
    username,
    path: (parameters = {}) => {
      const all = {
        response_type: 'code',
        client_id: client.clientId,
        redirect_uri: redirectUri,
        ...parameters,
      };
      const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null);
      return `/oauth/authorize?${new URLSearchParams(given)}`;
    },
    visitor: () => new ScriptlessBrowser(test.baseUrl),
    signedIn: async (parameters) => {
      const visitor = authorization.visitor();
      await visitor.open(authorization.path(parameters));
      const { location, text } = await visitor.press('sign_in', { username, password });
      if (location === null) throw new Error(`not signed in: ${text}`);
      await visitor.open(location);
      return visitor;
    },
    code: async (parameters) => {
      const { location } = await (await authorization.signedIn(parameters)).press('allow');
      return new URL(location ?? '').searchParams.get('code') ?? '';
    },
    exchange: (code, fields = {}) =>
      test.anonymous.post('/oauth/token', {
        grant_type: 'authorization_code',
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uri: redirectUri,
        code,
        ...fields,
      }),
  };
  return authorization;
}

export function pkcePair(): { verifier: string; challenge: { [name: string]: string } } {
  const verifier = randomBytes(32).toString('base64url');
  const code_challenge = createHash('sha256').update(verifier).digest('base64url');
  return { verifier, challenge: { code_challenge, code_challenge_method: 'S256' } };
}
