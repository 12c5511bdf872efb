// Numbers of an organization, each linked to where it comes from: bookings, balance and health of the webhooks.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { healthLabels } from './health-labels.ts';
import { formatBalance } from './organization-list.tsx';
import { organizationActivityQuery } from './organization-queries.ts';

export function OrganizationNumbers({ id }: { readonly id: string }) {
  const { data, error } = useQuery(organizationActivityQuery);
  const activity = data?.data.find((each) => each.id === id);
  if (error && !data) return null;
  return (
    <Card>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-3">
        <Fact label="Bookings in 30 days">
          {activity && (
            <Link href={`/bookings?account_id=${id}`} className={linkClass}>
              {activity.bookings.toLocaleString('en-US')}
            </Link>
          )}
        </Fact>
        <Fact label="Balance">
          {activity && (
            <a href="#statements" className={linkClass}>
              {formatBalance(activity.balance)}
            </a>
          )}
        </Fact>
        <Fact label="Webhooks">
          {activity && (
            <a href="#webhooks" className={linkClass}>
              {activity.webhook_health === null ? (
                'No endpoints'
              ) : (
                <Badge tone={healthLabels[activity.webhook_health].tone}>
                  {healthLabels[activity.webhook_health].label}
                </Badge>
              )}
            </a>
          )}
        </Fact>
      </dl>
    </Card>
  );
}

const linkClass = 'rounded-sm underline-offset-2 hover:underline';

interface FactProps {
  readonly label: string;
  /** Undefined: not loaded yet. */
  readonly children: ReactNode;
}

function Fact({ label, children }: FactProps) {
  return (
    <div className="max-sm:flex max-sm:items-center max-sm:justify-between">
      <dt className="text-[0.8125rem] text-muted">{label}</dt>
      <dd className="text-lg font-semibold tabular-nums">{children ?? <Skeleton className="h-6 w-20" />}</dd>
    </div>
  );
}
