// Request log page: API requests of all partners, and one request in detail.
import { useQuery } from '@tanstack/react-query';
import { Link, Route, Switch, useSearchParams } from 'wouter';
import { RequestFilterBar } from '../../requests/request-filter-bar.tsx';
import {
  type RequestFilters,
  readRequestFilters,
  writeRequestFilters,
} from '../../requests/request-filters.ts';
import { RequestLog } from '../../requests/request-log.tsx';
import { Fact, RequestSheet } from '../../requests/request-sheet.tsx';
import { StatusBadge } from '../../requests/status-badge.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Select } from '../../ui/select.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { OperatorRequest } from '../api.generated.ts';
import { organizationsQuery } from '../organizations/organization-queries.ts';
import { useRequest, useRequests } from './request-queries.ts';

export function RequestsPage() {
  return (
    <Switch>
      <Route path="/requests">
        <RequestLogPage />
      </Route>
      <Route path="/requests/:id">{({ id }) => <RequestPage key={id} id={id} />}</Route>
    </Switch>
  );
}

const ownerOf = ({ account }: OperatorRequest) => account.name;

function RequestLogPage() {
  const [params, setParams] = useSearchParams();
  const filters = readRequestFilters(params);
  const organizations = useQuery(organizationsQuery);
  const setFilters = (next: RequestFilters) => setParams(writeRequestFilters(next), { replace: true });
  const options = [
    { value: '', label: 'Any organization' },
    ...(organizations.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <>
      <PageHead title="Request log" lead="API requests of partners, newest first, without personal data." />
      <RequestFilterBar filters={filters} onChange={setFilters}>
        <Select
          label="Organization"
          isLabelHidden
          className="col-span-2 sm:w-48"
          value={filters.account ?? ''}
          onChange={(account) => setFilters({ ...filters, account })}
          options={options}
        />
      </RequestFilterBar>
      <RequestLog
        query={useRequests(filters)}
        isFiltered={Object.keys(filters).length > 0}
        onClear={() => setFilters({})}
        ownerOf={ownerOf}
        first={{
          text: 'Partners make them with an API client of their organization.',
          link: <ButtonLink href="/organizations">Open Organizations</ButtonLink>,
        }}
      />
    </>
  );
}

function RequestPage({ id }: { readonly id: string }) {
  const { data, error, refetch } = useRequest(id);
  if (error && !data) return <LoadError error={error} onRetry={refetch} what="request" />;
  if (!data) {
    return (
      <Card isFlush>
        <SkeletonRows label="Loading the request" />
      </Card>
    );
  }
  const { method, path, status, account } = data;
  return (
    <>
      <PageHead
        title={`${method} ${path}`}
        back={{ href: '/requests', label: 'Request log' }}
        heading={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <span className="min-w-0 font-mono text-lg break-all">
              {method} {path}
            </span>
            <StatusBadge status={status} />
          </span>
        }
      />
      <RequestSheet
        request={data}
        apiUrl={location.origin}
        facts={
          <Fact name="Organization">
            <Link href={`/organizations/${account.id}`} className="rounded-sm underline underline-offset-2">
              {account.name}
            </Link>
          </Fact>
        }
        bookingLink={(bookingId) => (
          <Link
            href={`/bookings/${bookingId}`}
            className="rounded-sm font-mono text-[0.8125rem] underline underline-offset-2"
          >
            {bookingId}
          </Link>
        )}
      />
    </>
  );
}
