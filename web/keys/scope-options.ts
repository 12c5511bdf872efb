// Scopes of an API client, and what they permit in words.

export const scopeOptions = [
  { value: 'org', label: 'Read and write' },
  { value: 'org:read', label: 'Read only' },
  { value: 'org:write', label: 'Write only' },
] as const;

/** Words and the scope, because the API and the documentation name the scope. */
export function formatScope(scope: string): string {
  const known = scopeOptions.find(({ value }) => value === scope);
  return known === undefined ? scope : `${known.label} (${scope})`;
}
