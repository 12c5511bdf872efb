// Organizations with what they book and owe, and the health of their webhooks, each linked to its place.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { monthLabel } from '../../statements/month-label.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { Organization, OrganizationActivity } from '../api.ts';
import { formatCents } from '../bookings/booking-labels.ts';
import { useHasRole } from '../session-context.tsx';
import { healthLabels } from './health-labels.ts';
import { organizationActivityQuery } from './organization-queries.ts';

export function OrganizationList({ list }: { readonly list: readonly Organization[] }) {
  const { data: activity } = useQuery(organizationActivityQuery);
  const mayCreate = useHasRole('admin');
  if (list.length === 0)
    return (
      <EmptyState icon="building" title="No organizations yet">
        Organizations appear here. An organization is a company that books deliveries with its API clients.{' '}
        {mayCreate ? 'Create the first one with the button above.' : 'An admin can create the first one.'}
      </EmptyState>
    );
  return (
    <ul className="divide-y">
      {list.map((organization) => (
        <li
          key={organization.id}
          className="grid items-baseline gap-x-4 gap-y-1 px-4 py-3 sm:px-5 lg:grid-cols-[minmax(0,1fr)_11rem_15rem_10rem]"
        >
          <div className="min-w-0">
            <Link
              href={`/organizations/${organization.id}`}
              className="rounded-sm font-semibold hover:underline"
            >
              {organization.name}
            </Link>
            <p className="text-[0.8125rem] text-muted [overflow-wrap:anywhere]">
              {organization.contact_email ?? 'No operations e-mail'}
            </p>
          </div>
          <Activity activity={activity?.data.find(({ id }) => id === organization.id)} />
        </li>
      ))}
    </ul>
  );
}

function Activity({ activity }: { readonly activity: OrganizationActivity | undefined }) {
  if (!activity) return null;
  const { id, bookings, balance, last_statement, webhook_health } = activity;
  const page = `/organizations/${id}`;
  return (
    <>
      <Place href={`/bookings?account_id=${id}`}>
        {bookings} {bookings === 1 ? 'booking' : 'bookings'} in 30 days
      </Place>
      <Place href={`${page}?section=statements`}>
        {last_statement === null
          ? 'No statements'
          : `${formatBalance(balance)} · ${monthLabel(last_statement)}`}
      </Place>
      <Place href={`${page}?section=webhooks`}>
        {webhook_health === null ? (
          'No webhooks'
        ) : (
          <Badge tone={healthLabels[webhook_health].tone}>
            Webhooks: {healthLabels[webhook_health].label}
          </Badge>
        )}
      </Place>
    </>
  );
}

function Place({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <Link
      href={href}
      className="w-fit rounded-sm text-[0.8125rem] text-muted underline-offset-2 hover:underline"
    >
      {children}
    </Link>
  );
}

export function formatBalance(cents: number): string {
  if (cents === 0) return 'Nothing owed';
  return cents > 0 ? `${formatCents(cents)} owed` : `${formatCents(-cents)} credit`;
}
