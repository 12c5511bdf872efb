// HTTP client of the portal API.
import { type Call, callApi } from '../client/api-request.ts';

/** `ResponseBody` is the response type of the route (api.generated.ts). */
export function callPortal<ResponseBody>(path: string, call?: Call): Promise<ResponseBody> {
  return callApi(`/portal/api${path}`, call);
}
