// Organizations page: list of organizations, and the routes of the organization pages.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Route, Switch } from 'wouter';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { Organization } from '../api.ts';
import { useHasRole } from '../session-context.tsx';
import { PendingBrandingList } from './branding-card.tsx';
import { NewOrganizationDialog } from './new-organization-dialog.tsx';
import { OrganizationPage } from './organization-page.tsx';
import { organizationsQuery } from './organization-queries.ts';
import { PendingNameList } from './pending-names.tsx';

export function OrganizationsPage() {
  return (
    <Switch>
      <Route path="/organizations">
        <OrganizationListPage />
      </Route>
      <Route path="/organizations/:id">{({ id }) => <OrganizationPage key={id} id={id} />}</Route>
    </Switch>
  );
}

function OrganizationListPage() {
  const { data, error, refetch } = useQuery(organizationsQuery);
  const mayCreate = useHasRole('admin');
  const [isCreating, setIsCreating] = useState(false);
  return (
    <>
      <PageHead
        title="Organizations"
        lead="Companies that book deliveries through the API."
        actions={
          mayCreate && (
            <Button look="primary" icon="plus" onClick={() => setIsCreating(true)}>
              Create an organization
            </Button>
          )
        }
      />
      {isCreating && <NewOrganizationDialog onClose={() => setIsCreating(false)} />}
      {error && !data ? (
        <LoadError error={error} onRetry={refetch} />
      ) : (
        <>
          {data && <PendingNameList list={data.data} />}
          {data && <PendingBrandingList list={data.data} />}
          <Card isFlush>
            {data ? <OrganizationList list={data.data} /> : <SkeletonRows label="Loading organizations" />}
          </Card>
        </>
      )}
    </>
  );
}

function OrganizationList({ list }: { readonly list: readonly Organization[] }) {
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
      {list.map(({ id, name, contact_email, created_at }) => (
        <li
          key={id}
          className="relative flex flex-wrap items-baseline gap-x-4 gap-y-0.5 px-4 py-3 hover:bg-hover sm:px-5"
        >
          <Link
            href={`/organizations/${id}`}
            className="min-w-0 flex-1 basis-48 rounded-sm font-semibold after:absolute after:inset-0"
          >
            {name}
          </Link>
          <span className="text-muted">{contact_email ?? 'No operations e-mail'}</span>
          <span className="text-[0.8125rem] text-muted">
            created <RelativeTime at={created_at} isInList tip="end" />
          </span>
        </li>
      ))}
    </ul>
  );
}
