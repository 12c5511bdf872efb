// Words for the actor or subject of a security event.
import type { SecurityEvent } from '../api.generated.ts';

/** Where an unauthenticated caller failed: the actor id of the event. */
const surfaces: Readonly<Record<string, string>> = {
  account_page: 'account page',
  crew_link: 'crew link',
  crew_pin: 'crew sign-in',
  oauth_client: 'token request',
  operator_link: 'operator link',
  operator_sign_in: 'console sign-in',
  password_grant: 'password grant',
  portal_link: 'portal link',
  sign_in_page: 'user sign-in',
};

/** Enough of a hash to see that two events have the same name. */
const HASH_LENGTH = 8;

export function referenceLabel({ kind, id, name }: SecurityEvent['actor']): { kind: string; name: string } {
  if (kind === 'anonymous') return { kind: 'anonymous at', name: surfaces[id] ?? id };
  // Nothing has the name that was typed, or the token of the link: only its keyed hash is stored.
  const claimed = /^(.+)_name$/.exec(kind)?.[1];
  if (claimed !== undefined)
    return { kind: `unknown ${claimed.replaceAll('_', ' ')}`, name: id.slice(0, HASH_LENGTH) };
  return { kind: kind.replaceAll('_', ' '), name: name ?? id };
}
