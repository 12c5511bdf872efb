// React context with the portal session, and write calls that carry its CSRF token.
import { createContext, use } from 'react';
import type { Call } from '../client/api-request.ts';
import type { PortalSession } from './api.generated.ts';
import { callPortal } from './portal-api.ts';

export interface SessionHandle {
  readonly session: PortalSession;
  readonly end: (how: 'expired' | 'signed-out') => void;
}

export const SessionContext = createContext<SessionHandle | null>(null);

export function useSession(): SessionHandle {
  const handle = use(SessionContext);
  if (handle === null) throw new Error('useSession must be called inside SessionContext.');
  return handle;
}

type Write = <ResponseBody>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  options?: Pick<Call, 'idempotencyKey' | 'file'>,
) => Promise<ResponseBody>;

/** Write calls, with the CSRF token. */
export function useWrite(): Write {
  const { session } = useSession();
  return (method, path, body, options) => {
    const call: Call = {
      method,
      csrfToken: session.csrf_token,
      ...(body !== undefined && { body }),
      ...options,
    };
    return callPortal(path, call);
  };
}
