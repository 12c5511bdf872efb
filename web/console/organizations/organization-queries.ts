// What the pages of organizations ask for.
import { queryOptions } from '@tanstack/react-query';
import type { OrganizationList } from '../../../src/features/console/people/people-wire.ts';
import { callOperator } from '../operator-api.ts';

export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: ({ signal }) => callOperator<OrganizationList>('/organizations', { signal }),
});
