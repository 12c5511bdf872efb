// HTTP client of the portal API.
import { type Call, callApi } from '../client/api-request.ts';

/** `Answer` is the response type of the route (portal-wire.ts). */
export function callPortal<Answer>(path: string, call?: Call): Promise<Answer> {
  return callApi(`/portal/api${path}`, call);
}
