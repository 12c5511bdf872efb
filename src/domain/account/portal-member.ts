// Portal members: people of an organization who sign in to the portal by e-mail (decision 0094).
import type { Scope } from './scopes.ts';

/** `admin` manages people and API clients too. */
export const portalRoles = ['admin', 'member'] as const;
export type PortalRole = (typeof portalRoles)[number];

/** What every member may do: all that the organization's own systems may do. */
export const portalMemberScopes: readonly Scope[] = ['public', 'org'];

/** Limit per organization. */
export const MAX_PORTAL_MEMBERS = 100;

/** Requested on the sign-in page: opened by a person who waits for it. */
export const SIGN_IN_LINK_SECONDS = 15 * 60;
/** Sent with an invitation, which a person may read days later. As invitations of operators. */
export const INVITATION_LINK_SECONDS = 72 * 3_600;
