// Organizations page: list of organizations, and the routes of the organization pages.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Route, Switch } from 'wouter';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useHasRole } from '../session-context.tsx';
import { PendingBrandingList } from './branding-card.tsx';
import { NewOrganizationDialog } from './new-organization-dialog.tsx';
import { OrganizationList } from './organization-list.tsx';
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
