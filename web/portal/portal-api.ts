// Calls to the portal's API.
import { type Call, callApi } from '../client/api-request.ts';

/** `Answer` is what the contract of the address says (portal-wire.ts). */
export function callPortal<Answer>(path: string, call?: Call): Promise<Answer> {
  return callApi(`/portal/api${path}`, call);
}
