// Queries of the organization pages.
import { queryOptions } from '@tanstack/react-query';
import type {
  MessageLimits,
  OrganizationActivityList,
  OrganizationBranding,
  OrganizationEndpointList,
  OrganizationFacts,
  OrganizationList,
  OrganizationStatementList,
  PortalMemberList,
} from '../api.ts';
import { callOperator } from '../operator-api.ts';

export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: ({ signal }) => callOperator<OrganizationList>('/organizations', { signal }),
});

export const organizationActivityQuery = queryOptions({
  queryKey: ['organizations', 'activity'],
  queryFn: ({ signal }) => callOperator<OrganizationActivityList>('/organization-activity', { signal }),
});

export const organizationStatementsQuery = (id: string) =>
  queryOptions({
    queryKey: ['organization', id, 'statements'],
    queryFn: ({ signal }) =>
      callOperator<OrganizationStatementList>(`/organizations/${id}/statements`, { signal }),
  });

export const organizationQuery = (id: string) =>
  queryOptions({
    queryKey: ['organization', id],
    queryFn: ({ signal }) => callOperator<OrganizationFacts>(`/organizations/${id}`, { signal }),
  });

export const brandingQuery = (id: string) =>
  queryOptions({
    queryKey: ['organization', id, 'branding'],
    queryFn: ({ signal }) => callOperator<OrganizationBranding>(`/organizations/${id}/branding`, { signal }),
  });

export const messageLimitsQuery = (id: string) =>
  queryOptions({
    queryKey: ['organization', id, 'message-limits'],
    queryFn: ({ signal }) => callOperator<MessageLimits>(`/organizations/${id}/message-limits`, { signal }),
  });

/** Polled: people sign in, and mails are sent, without a change of the organization. */
export const portalPeopleQuery = (id: string) =>
  queryOptions({
    queryKey: ['organization', id, 'portal-members'],
    queryFn: ({ signal }) =>
      callOperator<PortalMemberList>(`/organizations/${id}/portal-members`, { signal }),
    refetchInterval: 30_000,
  });

/** Polled: the health of an endpoint changes without a change of the organization. */
export const organizationEndpointsQuery = (id: string) =>
  queryOptions({
    queryKey: ['organization', id, 'webhook-endpoints'],
    queryFn: ({ signal }) =>
      callOperator<OrganizationEndpointList>(`/organizations/${id}/webhook-endpoints`, { signal }),
    refetchInterval: 30_000,
  });
