// Scopes of an API client, and what they permit in words.

export const scopeOptions = [
  { value: 'org', label: 'Read and write' },
  { value: 'org:read', label: 'Read only' },
  { value: 'org:write', label: 'Write only' },
] as const;

const reads = 'list and retrieve';
const writes = 'create, update, cancel and manage webhook endpoints';
const permissions: Readonly<Record<string, string>> = {
  org: `: ${reads}; ${writes}`,
  'org:read': `: ${reads}`,
  'org:write': `: ${writes}`,
};

/** What the scope permits, to stand after its name; empty for other scopes. */
export const formatPermissions = (scope: string): string => permissions[scope] ?? '';

/** Words and the scope, because the API and the documentation name the scope. */
export function formatScope(scope: string): string {
  const known = scopeOptions.find(({ value }) => value === scope);
  return known === undefined ? scope : `${known.label} (${scope})`;
}
