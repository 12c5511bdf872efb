// Session context of the console, and calls that send the session's CSRF token.
import { createContext, use } from 'react';
import type { Call } from '../client/api-request.ts';
import { useStepUp } from '../step-up/step-up-provider.tsx';
import type { OperatorRole, OperatorSession } from './api.ts';
import { callOperator } from './operator-api.ts';

export interface SessionHandle {
  readonly session: OperatorSession;
  readonly end: (how: 'expired' | 'signed-out') => void;
}

export const SessionContext = createContext<SessionHandle | null>(null);

export function useSession(): SessionHandle {
  const handle = use(SessionContext);
  if (handle === null) throw new Error('useSession must be used inside SessionContext.');
  return handle;
}

const roles: readonly OperatorRole[] = ['viewer', 'dispatcher', 'admin'];

export function hasRole(role: OperatorRole, needed: OperatorRole): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}

/** Whether the operator has this role or a higher one. Actions that the role does not permit are not rendered. */
export function useHasRole(needed: OperatorRole): boolean {
  return hasRole(useSession().session.operator.role, needed);
}

export type Write = <Answer>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  options?: Pick<Call, 'file' | 'idempotencyKey'>,
) => Promise<Answer>;

/** Returns a function that sends writes with the CSRF token, and repeats those that need step-up after it. */
export function useWrite(): Write {
  const { session } = useSession();
  const withStepUp = useStepUp();
  return async <Answer,>(...[method, path, body, options]: Parameters<Write>) => {
    const call: Call = {
      method,
      ...(session.csrf_token !== undefined && { csrfToken: session.csrf_token }),
      ...(body !== undefined && { body }),
      ...options,
    };
    return withStepUp(() => callOperator<Answer>(path, call));
  };
}
