// OAuth scopes. `org` and `user` include their `:read` and `:write` scopes; every token has `public`.

export const organizationScopes = ['org', 'org:read', 'org:write'] as const;
export const userScopes = ['user', 'user:read', 'user:write'] as const;
export const knownScopes = ['public', ...organizationScopes, ...userScopes] as const;

export type Scope = (typeof knownScopes)[number];
export type Access = 'read' | 'write';

const known = new Set<string>(knownScopes);

export function isScope(text: string): text is Scope {
  return known.has(text);
}

/** The scopes that permit an operation; one of them is sufficient. */
export function scopesFor(access: Access): readonly Scope[] {
  return access === 'read'
    ? ['org', 'org:read', 'user', 'user:read']
    : ['org', 'org:write', 'user', 'user:write'];
}

export function admits(held: readonly Scope[], access: Access): boolean {
  return scopesFor(access).some((scope) => held.includes(scope));
}

/**
 * Whether `wanted` grants nothing beyond `allowed`: `org` covers both of its parts, and both parts together cover
 * `org`.
 */
export function covers(allowed: readonly Scope[], wanted: readonly Scope[]): boolean {
  const granted = expand(allowed);
  return [...expand(wanted)].every((scope) => granted.has(scope));
}

function expand(scopes: readonly Scope[]): Set<Scope> {
  const granted = new Set<Scope>(['public']);
  for (const scope of scopes) {
    if (scope === 'org') granted.add('org:read').add('org:write');
    else if (scope === 'user') granted.add('user:read').add('user:write');
    else granted.add(scope);
  }
  return granted;
}
