// Calls to the operator API.
import { type Call, callApi } from '../client/api-request.ts';

/** `path` is below /operator; `Answer` is what the wire of its subject says. */
export function callOperator<Answer>(path: string, call?: Call): Promise<Answer> {
  return callApi(`/operator${path}`, call);
}
