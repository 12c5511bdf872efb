// Which scopes a token gets: what was asked for, within what the client may have and the grant can give.
import { covers, isScope, organizationScopes, type Scope, userScopes } from '../../domain/scopes.ts';
import { Problem } from '../../lib/problem.ts';
import type { ApiClient } from './client-store.ts';

/** client_credentials acts for the organization, every other grant for a person. */
export type ActsFor = 'organization' | 'user';

export function grantScopes(client: ApiClient, actsFor: ActsFor, asked: string | undefined): Scope[] {
  const family: readonly Scope[] = actsFor === 'organization' ? organizationScopes : userScopes;
  const allowed = client.scopes.filter((scope) => family.includes(scope));
  if (asked === undefined || asked.trim() === '') return ['public', ...allowed];
  const wanted = [...new Set(asked.split(/\s+/).filter(Boolean))];
  const scopes = wanted.filter(isScope);
  if (scopes.length < wanted.length || !covers(allowed, scopes)) {
    const choice = ['public', ...allowed].join(' ');
    throw Problem.of('invalid_scope', `This client and grant can have: ${choice}.`, { param: 'scope' });
  }
  return ['public', ...scopes.filter((scope) => scope !== 'public')];
}
