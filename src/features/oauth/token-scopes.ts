// Scopes of a new token: the requested ones, limited to those of the client and of the grant type.
import { covers, isScope, organizationScopes, type Scope, userScopes } from '../../domain/account/scopes.ts';
import { Problem } from '../../lib/problem.ts';
import type { ApiClient } from './client-store.ts';

/** client_credentials acts for the organization; all other grants act for a user. */
export type TokenSubject = 'organization' | 'user';

export function grantScopes(
  client: ApiClient,
  actsFor: TokenSubject,
  requested: string | undefined,
): Scope[] {
  const family: readonly Scope[] = actsFor === 'organization' ? organizationScopes : userScopes;
  const allowed = client.scopes.filter((scope) => family.includes(scope));
  if (requested === undefined || requested.trim() === '') return ['public', ...allowed];
  const wanted = [...new Set(requested.split(/\s+/).filter(Boolean))];
  const scopes = wanted.filter(isScope);
  if (scopes.length < wanted.length || !covers(allowed, scopes)) {
    const choice = ['public', ...allowed].join(' ');
    throw Problem.of('invalid_scope', `scope must be a subset of: ${choice}.`, { param: 'scope' });
  }
  return ['public', ...scopes.filter((scope) => scope !== 'public')];
}
