// Queries of the branding page, and of the look that the header of the portal has.
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { PortalBranding, PortalSession } from '../api.generated.ts';
import { callPortal } from '../portal-api.ts';

export const brandingQuery = queryOptions({
  queryKey: ['branding'],
  queryFn: ({ signal }) => callPortal<PortalBranding>('/branding', { signal }),
});

/** The live branding: that of the session, until an operator decides about another one. */
export function useLook({ branding }: PortalSession): PortalSession['branding'] {
  const { data } = useQuery({
    queryKey: ['look'],
    queryFn: async ({ signal }) => (await callPortal<PortalSession>('/session', { signal })).branding,
    initialData: branding,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
