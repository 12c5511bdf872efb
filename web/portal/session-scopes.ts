// What the scopes of the portal session permit. The server enforces the same rules; the page hides what is refused.
import type { PortalSession } from './api.generated.ts';

/** Whether the session may read bookings, statements and the request log. */
export function mayRead({ scopes }: Pick<PortalSession, 'scopes'>): boolean {
  return scopes.some((scope) => ['org', 'org:read', 'user', 'user:read'].includes(scope));
}
