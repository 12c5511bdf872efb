// Portal start: exchanges the token of a portal link for a session, once, and loads the session.

import { ApiError } from '../../client/api-request.ts';
import type { PortalSession, SessionRequest } from '../api.generated.ts';
import { callPortal } from '../portal-api.ts';

export type Arrival =
  | { readonly kind: 'here'; readonly session: PortalSession }
  /** The link was already used or has expired. An earlier session may still be valid. */
  | { readonly kind: 'spent-link'; readonly session: PortalSession | null }
  | { readonly kind: 'no-session' }
  | { readonly kind: 'unreachable'; readonly message: string; readonly retry: () => Promise<Arrival> };

/** Removes the token from the URL at once, so that neither the history nor a copied URL contains it. */
export function takeLinkToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token !== null) history.replaceState(null, '', location.pathname + location.search);
  return token;
}

export async function arrive(token: string | null): Promise<Arrival> {
  try {
    if (token !== null && !(await exchange(token))) {
      return { kind: 'spent-link', session: await findSession() };
    }
    const session = await findSession();
    if (token !== null && session?.member) showBookings();
    return session === null ? { kind: 'no-session' } : { kind: 'here', session };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { kind: 'unreachable', message, retry: () => arrive(token) };
  }
}

/** People who sign in by e-mail come for bookings; systems link to the webhook endpoints. */
function showBookings(): void {
  if (location.pathname === '/portal') history.replaceState(null, '', '/portal/bookings');
}

async function exchange(token: string): Promise<boolean> {
  const body: SessionRequest = { token };
  try {
    await callPortal('/session', { method: 'POST', body });
    return true;
  } catch (error) {
    if (error instanceof ApiError && [400, 401].includes(error.status)) return false;
    throw error;
  }
}

async function findSession(): Promise<PortalSession | null> {
  try {
    return await callPortal<PortalSession>('/session');
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}
