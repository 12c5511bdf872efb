// Query of the branding page.
import { queryOptions } from '@tanstack/react-query';
import type { PortalBranding } from '../api.generated.ts';
import { callPortal } from '../portal-api.ts';

export const brandingQuery = queryOptions({
  queryKey: ['branding'],
  queryFn: ({ signal }) => callPortal<PortalBranding>('/branding', { signal }),
  // An operator decides without an SSE event.
  refetchInterval: 30_000,
});
