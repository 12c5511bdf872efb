// What is asked before anything is shown: whether somebody is signed in.
import type { OperatorSession } from '../../src/features/console/session/session-wire.ts';
import { ApiError } from '../client/api-request.ts';
import { callOperator } from './operator-api.ts';

export type Arrival =
  | { readonly kind: 'here'; readonly session: OperatorSession }
  | { readonly kind: 'nobody' }
  | { readonly kind: 'unreachable'; readonly message: string; readonly retry: () => Promise<Arrival> };

export async function arrive(): Promise<Arrival> {
  try {
    return { kind: 'here', session: await callOperator<OperatorSession>('/session') };
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return { kind: 'nobody' };
    const message = error instanceof Error ? error.message : String(error);
    return { kind: 'unreachable', message, retry: arrive };
  }
}
