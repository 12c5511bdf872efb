// First request of the page, before anything renders: checks the token if the URL is a one-time link, otherwise reads
// the session.
import { ApiError } from '../client/api-request.ts';
import type { LinkFacts, OperatorSession } from './api.ts';
import { callOperator } from './operator-api.ts';

/** A valid one-time link (invitation or password reset) and its purpose. */
export interface ValidLink {
  readonly token: string;
  readonly facts: LinkFacts;
}

export type Arrival =
  | { readonly kind: 'signed-in'; readonly session: OperatorSession }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'link'; readonly link: ValidLink }
  | { readonly kind: 'invalid-link' }
  | { readonly kind: 'unreachable'; readonly message: string; readonly retry: () => Promise<Arrival> };

/** Removes the token from the URL at once, so that neither the history nor a copied URL contains it. */
export function takeLinkToken(): string | null {
  if (!/^\/console\/(join|reset)\/?$/.test(location.pathname)) return null;
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
  history.replaceState(null, '', '/console');
  return token;
}

export async function arrive(token: string | null): Promise<Arrival> {
  try {
    if (token !== null) return await checkLink(token);
    return { kind: 'signed-in', session: await callOperator<OperatorSession>('/session') };
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return { kind: 'signed-out' };
    const message = error instanceof Error ? error.message : String(error);
    return { kind: 'unreachable', message, retry: () => arrive(token) };
  }
}

async function checkLink(token: string): Promise<Arrival> {
  try {
    const facts = await callOperator<LinkFacts>('/links/check', { method: 'POST', body: { token } });
    return { kind: 'link', link: { token, facts } };
  } catch (error) {
    if (error instanceof ApiError && [400, 410].includes(error.status)) return { kind: 'invalid-link' };
    throw error;
  }
}
